// The changes made to modules of the Node packages before they are bundled. Each names what it is for and insists that the
// text it changes is there, so a new version of a package stops the build instead of changing behaviour in silence.

/** Replaces every occurrence of `from`, which must occur. */
function replace(from, to) {
  return (source, file) => {
    if (!source.includes(from)) throw new Error(`${file}: expected to find ${JSON.stringify(from)}`);
    return source.replaceAll(from, () => to);
  };
}

/** Replaces what the pattern matches, which must match. */
function rewrite(pattern, to) {
  return (source, file) => {
    const changed = source.replace(pattern, to);
    if (changed === source) throw new Error(`${file}: expected a match of ${pattern}`);
    return changed;
  };
}

const jsdom = "jsdom/lib/jsdom";

/** Steps that run later as a task of the window they belong to, instead of on a Node timer. */
const laterAsTask = replace("setTimeout(", `require("platform/window-task").later(this, `);

/** Errors a page catches are of its own realm, so that `instanceof` finds them. */
const errorsOfThePage = replace("throw new TypeError(", "throw new this._globalObject.TypeError(");

const codemods = {
  [`${jsdom}/living/nodes/DOMTokenList-impl.js`]: [errorsOfThePage],
  [`${jsdom}/living/nodes/HTMLInputElement-impl.js`]: [errorsOfThePage],
  [`${jsdom}/living/window/Location-impl.js`]: [
    errorsOfThePage,
    replace(`whatwgURL.serializeURLOrigin(this._url)`, `require("platform/origin").originOfURL(this._url)`),
  ],
  [`${jsdom}/living/domparsing/DOMParser-impl.js`]: [errorsOfThePage],
  [`${jsdom}/living/mutation-observer/MutationObserver-impl.js`]: [
    errorsOfThePage,
    rewrite(/(constructor\(globalObject, [^)]*\) \{\n)/, "$1    this._globalObject = globalObject;\n"),
  ],
  [`${jsdom}/living/helpers/html-constructor.js`]: [replace("throw new TypeError(", "throw new globalObject.TypeError(")],

  // The script type, styles and so on are looked up lazily: the table of event classes would load them all.
  [`${jsdom}/living/nodes/Document-impl.js`]: [
    rewrite(/^const eventInterfaceTable = \{\n([\s\S]*?)^\};/m, (_, body) =>
      `const eventInterfaceTable = {\n${body.replace(/^ {2}(\w+): (\w+)(,?)$/gm, "  get $1() { return $2; }$3")}};`),
    // Made when first asked for: most documents are never asked.
    rewrite(/^ {4}this\._implementation = DOMImplementation\.createImpl\([\s\S]*?\}\);\n/m, ""),
    rewrite(/^ {4}this\._location = Location\.createImpl\(.*\n/m, ""),
    rewrite(/^ {4}this\._history = History\.createImpl\([\s\S]*?\}\);\n/m, ""),
    replace(`  get location() {`, `  get _location() {
    return this._ownLocation ??= Location.createImpl(this._globalObject, [], { relevantDocument: this });
  }
  get _history() {
    return this._ownHistory ??= History.createImpl(this._globalObject, [], {
      window: this._defaultView, document: this, actAsIfLocationReloadCalled: () => this._location.reload()
    });
  }
  get location() {`),
    replace(`    return this._implementation;`,
      `    return this._implementation ??= DOMImplementation.createImpl(this._globalObject, [], { ownerDocument: this });`),
    // The order of readiness changes and of the events at the end of parsing is ours.
    rewrite(/^ {2}close\(noQueue\) \{[\s\S]*?^ {2}\}\n/m,
      `  close() {\n    require("platform/document-end").closedByScript(this);\n  }\n`),
    rewrite(/^ {2}get hidden\(\) \{[\s\S]*?^ {2}\}\n/m,
      `  get hidden() {\n    return !(this._defaultView && this._defaultView._visible);\n  }\n`),
    rewrite(/^ {2}get visibilityState\(\) \{[\s\S]*?^ {2}\}\n/m,
      `  get visibilityState() {\n    return this.hidden ? "hidden" : "visible";\n  }\n`),
    rewrite(/^ {2}open\(\) \{/m, `  open() {\n    this._openedByScript = true;`),
    replace(`whatwgURL.serializeURLOrigin(this._URL)`, `require("platform/origin").originOf(this._URL)`),
    // A frame's markup in an attribute is of its parent's origin, as an empty frame is.
    replace(`urlOption === "about:blank" &&`, `(urlOption === "about:blank" || urlOption === "about:srcdoc") &&`),
    replace(`new CookieJar(null, { looseMode: true })`, `new CookieJar()`),
  ],

  // Every element had maps for its attributes, data and style from the start; now the first who asks makes them.
  [`${jsdom}/living/nodes/Element-impl.js`]: [
    rewrite(/^ {4}this\._attributes = NamedNodeMap\.createImpl\([\s\S]*?\}\);\n/m, "    this._namedNodeMap = null;\n"),
    replace(`    return this._attributes;`,
      `    return this._namedNodeMap ??= NamedNodeMap.createImpl(this._globalObject, [], { element: this });`),
  ],
  [`${jsdom}/living/nodes/Node-impl.js`]: [
    replace(`a._attributes.length !== b._attributes.length`, `a._attributeList.length !== b._attributeList.length`),
  ],
  [`${jsdom}/living/nodes/ElementCSSInlineStyle-impl.js`]: [
    replace(`    this._style = new cssstyle`, `    this._inlineStyle = null;\n  }\n  get _style() {\n` +
      `    return this._inlineStyle ??= new cssstyle`),
  ],
  [`${jsdom}/living/nodes/GlobalEventHandlers-impl.js`]: [
    replace(`    this._registeredHandlers = new Set();\n    this._eventHandlers = Object.create(null);\n`, ""),
    replace(`    return target._eventHandlers[event];`, `    return target._eventHandlers ? target._eventHandlers[event] : undefined;`),
    replace(`    if (!target._registeredHandlers.has(event)`,
      `    if (!target._registeredHandlers) {\n      target._registeredHandlers = new Set();\n` +
      `      target._eventHandlers = Object.create(null);\n    }\n    if (!target._registeredHandlers.has(event)`),
  ],

  // User scripts for document start run once there is a root element.
  [`${jsdom}/browser/parser/html.js`]: [
    replace(`    this._currentElement = after;\n`,
      `    this._currentElement = after;\n` +
      `    if (this._documentImpl._onRootElement) this._documentImpl._onRootElement(this._documentImpl);\n`),
  ],

  [`${jsdom}/living/helpers/document-base-url.js`]: [
    replace(`document.URL === "about:blank" &&`, `(document.URL === "about:blank" || document.URL === "about:srcdoc") &&`),
  ],

  // Who hears of an error: the window whose object the target is, whether or not it has a document.
  [`${jsdom}/living/events/EventTarget-impl.js`]: [
    rewrite(/ {4}let window = null;\n {4}if \(wrapper && wrapper\._document\)[\s\S]*?\n {4}\}\n\n/,
      `    const window = target._globalObject;\n\n`),
    replace(`  const wrapper = idlUtils.wrapperForImpl(target);\n`, ""),
    // Only clicks need to be told from other mouse events; the class of the others waits.
    replace(`MouseEvent.isImpl(eventImpl) && eventImpl.type === "click"`, `eventImpl.type === "click" && MouseEvent.isImpl(eventImpl)`),
    replace(`      listener.callback.call(eventImpl.currentTarget, eventImpl);`,
      `      require("platform/running-window").runFor(window, () => ` +
      `listener.callback.call(eventImpl.currentTarget, eventImpl));`),
    replace(`idlUtils.wrapperForImpl(parent).constructor.name === "Window"`, `parent === parent._globalObject[idlUtils.implSymbol]`),
  ],

  // A window is known by its record, not by the name of its constructor, which a page can change.
  [`${jsdom}/living/helpers/create-event-accessor.js`]: [
    replace(`event.currentTarget.constructor.name === "Window"`,
      `event.currentTarget === event._globalObject[idlUtils.wrapperSymbol]`),
    replace(`target.constructor.name === "Window" && target._document ? target : document.defaultView`,
      `document.defaultView`),
    replace(`target.constructor.name === "Window"`, `target._globalProxy !== undefined`),
    replace(`idlUtils.implForWrapper(target.document)`, `idlUtils.implForWrapper(target._document)`),
    // A syntax error is found in the window's own realm, where the handler will be compiled.
    replace(`      Function(body); //`, `      (document.defaultView || {}).Function(body); //`),
    // The handler's scope is the window's global object itself.
    replace(`)(window);`, `)(window._globalProxy);`),
  ],
  [`${jsdom}/living/events/UIEvent-impl.js`]: [
    replace(`    return wrapper === wrapper._globalProxy;`,
      `    return wrapper[idlUtils.implSymbol]._globalObject[idlUtils.wrapperSymbol] === wrapper;`),
  ],

  // Named elements become properties of the page's global object; the tracker itself lives on the hidden record.
  [`${jsdom}/named-properties-tracker.js`]: [
    replace(`Object.defineProperty(tracker.object, name,`, `Object.defineProperty(tracker.objectProxy, name,`),
    replace(`Object.defineProperty(this.object, name, descriptor)`,
      `Object.defineProperty(this.objectProxy, name, descriptor)`),
    replace(`Object.getOwnPropertyDescriptor(this.object, name)`, `Object.getOwnPropertyDescriptor(this.objectProxy, name)`),
    replace(`delete this.object[name]`, `delete this.objectProxy[name]`),
  ],

  // Debian's copy has kept an older signature; every caller passes the global object first.
  [`${jsdom}/living/generated/NodeFilter.js`]: [
    replace(`exports.convert = function convert(value, {`, `exports.convert = function convert(globalObject, value, {`),
  ],

  // No Node timers, paths or canvas here.
  [`${jsdom}/utils.js`]: [
    rewrite(/^exports\.toFileUrl = [\s\S]*?^\};\n/m, ""),
    replace(`const path = require("path");\n`, ""),
    replace(`const perfHooks = require("perf_hooks");\n`, ""),
    rewrite(/^\/\/ TODO: remove once Node v16[\s\S]*$/m, "exports.Canvas = null;\n"),
  ],
  [`${jsdom}/living/webstorage/Storage-impl.js`]: [
    laterAsTask,
    replace(`.bind(this), 0, key, oldValue, value)`, `.bind(this, key, oldValue, value))`),
    replace(`.bind(this), 0, key, this._items.get(key), null)`, `.bind(this, key, this._items.get(key), null))`),
    replace(`.bind(this), 0, null, null, null)`, `.bind(this, null, null, null))`),
  ],
  [`${jsdom}/living/nodes/HTMLDetailsElement-impl.js`]: [laterAsTask],
  [`${jsdom}/living/nodes/HTMLHyperlinkElementUtils-impl.js`]: [
    laterAsTask,
    replace(`current.parent;`, `current._parent;`),
    replace(`current.top;`, `current._top;`),
    replace(`navigate(target, url, {});`, `navigate(target, url, { type: "link" });`),
  ],
  [`${jsdom}/living/file-api/FileReader-impl.js`]: [
    replace("setImmediate(", `require("platform/window-task").later(this, `),
  ],
  [`${jsdom}/living/nodes/HTMLFormElement-impl.js`]: [
    errorsOfThePage,
    replace(`    notImplemented("HTMLFormElement.prototype.submit", this._ownerDocument._defaultView);`,
      `    require("platform/form-submission").submitForm(this, null);`),
    // `form.submit()` neither validates nor tells anybody, as in browsers.
    replace(`    if (!fireAnEvent("submit", this, undefined, { bubbles: true, cancelable: true })) {\n      return;\n    }\n\n` +
      `    require(`, `    require(`),
    replace(`    notImplemented("HTMLFormElement.prototype.requestSubmit", this._ownerDocument._defaultView);`,
      `    require("platform/form-submission").submitForm(this, submitter);`),
  ],

  // An inline script starts in the line where its text starts.
  [`${jsdom}/living/nodes/HTMLScriptElement-impl.js`]: [
    // Inline scripts have no `load` event in browsers.
    replace(`      this._innerEval(this.text, document.URL);\n\n      fireAnEvent("load", this);\n`,
      `      this._innerEval(this.text, document.URL);\n`),
    replace(`vm.runInContext(code, window, { filename, lineOffset, displayErrors: false });`,
      `require("platform/scripts").runScript(window, code, filename, lineOffset);`),
    replace(`const vm = require("vm");\n`, ""),
  ],

  // Images are fetched, so that `load` and `error` tell the truth, though nothing decodes them.
  [`${jsdom}/living/nodes/HTMLImageElement-impl.js`]: [
    rewrite(/^ {2}_updateTheImageData\(\) \{[\s\S]*?^ {2}\}\n/m,
      `  _updateTheImageData() {\n    require("platform/images").updateImage(this);\n  }\n`),
  ],

  // History entries carry copies of their state.
  [`${jsdom}/living/window/History-impl.js`]: [
    replace(`    // TODO structured clone data\n`,
      `    data = require("platform/structured-clone").cloneForWindow(this._globalObject, data);\n`),
    replace(`    this._document._latestEntry = this._window._sessionHistory.currentEntry;`,
      `    this._document._latestEntry = this._window._sessionHistory.currentEntry;\n` +
      `    require("platform/navigation").urlChanged(this._globalObject);`),
  ],
  [`${jsdom}/living/window/SessionHistory.js`]: [
    replace(`    this.updateCurrentEntry(specifiedEntry);\n`,
      `    this.updateCurrentEntry(specifiedEntry);\n    require("platform/navigation").urlChanged(this._window);\n`),
  ],

  // An editing host that gets the focus gets a caret. The map of `data-` attributes is made when asked for.
  [`${jsdom}/living/nodes/HTMLOrSVGElement-impl.js`]: [
    rewrite(/^ {4}this\._dataset = (DOMStringMap\.createImpl\(.*\));\n/m, "    this._dataset = null;\n"),
    replace(`    return this._dataset;`,
      `    return this._dataset ??= DOMStringMap.createImpl(this._globalObject, [], { element: this });`),
    replace(`    ownerDocument._lastFocusedElement = this;\n`,
      `    ownerDocument._lastFocusedElement = this;\n    require("platform/editing/focus").placeCaret(this);\n`),
  ],

  // The selection says when it changed.
  [`${jsdom}/living/selection/Selection-impl.js`]: [
    rewrite(/^ {2}_associateRange\(newRange\) \{\n/m,
      `  _associateRange(newRange) {\n    require("platform/selection-change").selectionChanged(this._globalObject);\n`),
  ],

  [`${jsdom}/living/helpers/mutation-observers.js`]: [
    replace(`const window = target._ownerDocument._defaultView;`, `const window = target._globalObject;`),
  ],
  [`${jsdom}/living/helpers/create-element.js`]: [
    replace(`reportException(document._defaultView, error);`, `reportException(_globalObject, error);`),
  ],

  // Errors are of the page's realm.
  "whatwg-url/lib/URL-impl.js": [
    errorsOfThePage,
    rewrite(/(constructor\(globalObject, [^)]*\) \{\n)/, "$1    this._globalObject = globalObject;\n"),
  ],
  "whatwg-url/lib/URLSearchParams-impl.js": [replace("throw new TypeError(", "throw new globalObject.TypeError(")],

  // URL hosts are ASCII nearly always: the tables for the others wait until one is met.
  "whatwg-url/lib/url-state-machine.js": [
    replace(`require("tr46")`, `require("platform/domain-names")`),
  ],
};

const generatedInterface = (source, file) => {
  // The base class is the pristine one, whatever the page has assigned to its name.
  let output = source.replace(/\bextends globalObject\.(\w+)/g, "extends ctorRegistry.$1");
  return output;
};

/** The function that changes the text of one module, named relative to the package root. */
export function codemodFor(name) {
  const steps = [...(codemods[name] ?? [])];
  if (name.startsWith(`${jsdom}/living/generated/`)) steps.push(generatedInterface);
  applied.add(name);
  return (source, file) => steps.reduce((text, step) => step(text, file), source);
}

const applied = new Set();

/** Codemods whose module was not part of the bundle: left over from another version. */
export function unusedCodemods() {
  return Object.keys(codemods).filter(name => !applied.has(name));
}

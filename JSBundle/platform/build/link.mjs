// Joins modules into one classic script. Each module stays unparsed text inside a comment of a function that never runs;
// the text is taken back with `toString` and evaluated at the module's first require. A scanner walks a comment several
// times faster than a parser walks code, and most modules of a DOM library are never needed by a page.

/**
 * `modules` is a list of `{ id, label, text }`, text being `define(function(module, exports, $load) { … })` after minifying.
 * Returns the script; its completion value is the default export of module `main`.
 */
export function linkScript(modules, main) {
  const bodies = modules.map(({ label, text }) => {
    const match = /^define\(([\s\S]*)\);?\s*$/.exec(text);
    if (match === null) throw new Error(`${label}: lost its wrapper while being minified`);
    const body = `(${match[1]})\n`;
    if (!/^[\x00-\x7f]*$/.test(body)) throw new Error(`${label}: is not ASCII`);
    return body;
  });

  const separator = unusedPair(bodies);
  const stored = bodies.map(body => body.replaceAll("*/", separator));
  const offsets = [];
  let position = 0;
  for (const text of stored) {
    offsets.push(position);
    position += text.length;
  }
  offsets.push(position);
  const escaped = modules.filter((_, index) => bodies[index].includes("*/")).map(module => module.id);

  // Code that came from `eval` has no address in stack traces, so the loader goes through it too: whatever frame of a stack has
  // an address belongs to a page.
  const loader = `(text, offsets, escaped, evaluate) => {
"use strict";
const start = text.indexOf("/*") + 2;
const cache = [];
let evaluated = 0;
const load = id => {
  const known = cache[id];
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  cache[id] = module;
  evaluated++;
  let source = text.substring(start + offsets[id], start + offsets[id + 1]);
  if (escaped.has(id)) source = source.replaceAll(${JSON.stringify(separator)}, "*" + "/");
  evaluate(source)(module, module.exports, load);
  return module.exports;
};
const create = load(${main}).default;
return Object.assign(host => create(host), { modulesEvaluated: () => evaluated });
}`;
  return `((store, evaluate) => evaluate(${JSON.stringify(`(${loader})`)})(
store.toString(), [${offsets}], new Set([${escaped}]), evaluate
))(function () {/*${stored.join("")}*/}, eval);
`;
}

/** The same modules as ordinary functions of one script, with line numbers in stack traces: for working on the platform. */
export function linkReadableScript(modules, main) {
  const functions = modules.map(({ label, text }) =>
    `// ${label}\n${text.replace(/^define\(/, "").replace(/\);?\s*$/, "")},\n`.replace(/[^\x00-\x7f]/g, "?"));
  return `((functions) => {
const cache = [];
let evaluated = 0;
const load = id => {
  const known = cache[id];
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  cache[id] = module;
  evaluated++;
  functions[id](module, module.exports, load);
  return module.exports;
};
const create = load(${main}).default;
return Object.assign(host => create(host), { modulesEvaluated: () => evaluated });
})([
${functions.join("")}]);
`;
}

function unusedPair(bodies) {
  for (const candidate of ["*@", "*`", "*\\", "@*", "`@", "@`@"]) {
    if (bodies.every(body => !body.includes(candidate))) return candidate;
  }
  throw new Error("every candidate for the end-of-comment marker occurs in a module");
}

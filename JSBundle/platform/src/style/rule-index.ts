// The style rules of a document, found by what their last compound selector asks for, so that an element is only tried against
// rules that could match it.

import cssom = require("cssom");
import { CSSStyleDeclaration, type StyleDeclaration } from "cssstyle";
import { matchesDontThrow } from "jsdom/lib/jsdom/living/helpers/selectors";
import defaultStyleSheet = require("jsdom/lib/jsdom/browser/default-stylesheet");
import type { DocumentImpl, ElementImpl } from "../jsdom-types";
import { compareSpecificity, parseSelectorList, type Specificity } from "./selectors";

/** A rule as cssom has it. */
interface Rule {
  readonly selectorText?: string;
  readonly style?: StyleDeclaration & { readonly cssText: string };
  readonly media?: ArrayLike<string>;
  readonly cssRules?: readonly Rule[];
}

interface Sheet {
  readonly cssRules: readonly Rule[];
  readonly disabled?: boolean;
}

interface Candidate {
  readonly selector: string;
  readonly specificity: Specificity;
  readonly order: number;
  readonly rule: Rule;
}

/** One declared property, longhand. */
export interface Declaration {
  readonly name: string;
  readonly value: string;
  readonly important: boolean;
}

class RuleIndex {
  readonly #byKey = new Map<string, Candidate[]>();
  #order = 0;

  constructor(sheets: Iterable<Sheet>) {
    for (const sheet of sheets) if (!sheet.disabled) this.#addAll(sheet.cssRules);
  }

  #addAll(rules: readonly Rule[]): void {
    for (const rule of rules) {
      if (rule.media !== undefined && rule.cssRules !== undefined) {
        if (appliesToScreens(rule.media)) this.#addAll(rule.cssRules);
      } else if (rule.selectorText !== undefined && rule.style !== undefined) {
        for (const { text, specificity, key } of parseSelectorList(rule.selectorText)) {
          let list = this.#byKey.get(key);
          if (list === undefined) this.#byKey.set(key, list = []);
          list.push({ selector: text, specificity, order: this.#order++, rule });
        }
      }
    }
  }

  /** The rules that match, the weakest first. */
  matching(element: ElementImpl): Rule[] {
    const keys = ["*", element._localName];
    const id = element.getAttributeNS(null, "id");
    if (id !== null) keys.push(`#${id}`);
    const classes = element.getAttributeNS(null, "class");
    if (classes !== null) for (const name of classes.split(/[\t\n\f\r ]+/)) if (name !== "") keys.push(`.${name}`);
    const found: Candidate[] = [];
    for (const key of keys) {
      for (const candidate of this.#byKey.get(key) ?? []) {
        if (matchesDontThrow(element, candidate.selector)) found.push(candidate);
      }
    }
    found.sort((a, b) => compareSpecificity(a.specificity, b.specificity) || a.order - b.order);
    return [...new Set(found.map(({ rule }) => rule))];
  }
}

/** There is no printer and no way to ask for conditions, so a rule applies if it names screens or everything. */
function appliesToScreens(media: ArrayLike<string>): boolean {
  const queries = Array.from(media);
  return queries.length === 0 || queries.some(query => /^(only )?(screen|all)$/i.test(query.trim()));
}

let userAgentRules: RuleIndex | undefined;
const authorRules = new WeakMap<DocumentImpl, { readonly state: readonly unknown[]; readonly index: RuleIndex }>();

/** What the user agent's and the author's rules declare for an element, the weakest first. */
export function declarationsFor(element: ElementImpl): Declaration[] {
  userAgentRules ??= new RuleIndex([cssom.parse(defaultStyleSheet) as Sheet]);
  const rules = [...userAgentRules.matching(element), ...authorIndex(element._ownerDocument).matching(element)];
  return rules.flatMap(longhands);
}

function authorIndex(document: DocumentImpl): RuleIndex {
  const sheets = (document as unknown as { readonly styleSheets: { readonly _list: readonly Sheet[] } }).styleSheets._list;
  const state = sheets.flatMap(sheet => [sheet, sheet.cssRules.length, sheet.disabled === true]);
  const known = authorRules.get(document);
  if (known !== undefined && known.state.length === state.length && known.state.every((item, i) => item === state[i])) {
    return known.index;
  }
  const index = new RuleIndex(sheets);
  authorRules.set(document, { state, index });
  return index;
}

const expanded = new WeakMap<Rule, { readonly text: string; readonly declarations: readonly Declaration[] }>();

/** A rule's declarations with shorthands taken apart. */
function longhands(rule: Rule): readonly Declaration[] {
  const text = rule.style!.cssText;
  const known = expanded.get(rule);
  if (known?.text === text) return known.declarations;
  const declarations = readDeclarations(rule.style!);
  expanded.set(rule, { text, declarations });
  return declarations;
}

/** Reads a declaration block through a parser that knows shorthands; what it does not know is taken as written. */
export function readDeclarations(style: StyleDeclaration): Declaration[] {
  const parsed = new CSSStyleDeclaration();
  const declarations: Declaration[] = [];
  for (const name of Array.from(style)) {
    const value = style.getPropertyValue(name);
    const important = style.getPropertyPriority(name) === "important";
    parsed.setProperty(name, value);
    if (parsed.getPropertyValue(name) === "") declarations.push({ name, value, important });
  }
  for (const name of Array.from(parsed)) {
    declarations.push({
      name, value: parsed.getPropertyValue(name), important: style.getPropertyPriority(name) === "important",
    });
  }
  return declarations;
}

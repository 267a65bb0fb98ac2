// Turns `const x = require("m")` at the top of a module into `require("m")` at each use, so that a module is evaluated
// only when something in it is needed. A name that is declared again anywhere in the file, or assigned, is left alone.

import path from "node:path";
import { createRequire } from "node:module";
import { packageRoot } from "./packages.mjs";

const require = createRequire(import.meta.url);
const acorn = require(path.join(packageRoot, "acorn"));
const walk = require(path.join(packageRoot, "acorn-walk"));

/** Modules used on nearly every DOM call: binding them once is cheaper than looking them up each time. */
const eager =
  /(^|\/)(generated\/utils|utils|webidl-conversions|internal-constants|namespaces|node-type|helpers\/strings|symbol-tree|attributes|runtime-state)(\.js)?$/;

const parseOptions = {
  ecmaVersion: 2022, sourceType: "script", allowReturnOutsideFunction: true, allowHashBang: true,
};

export function parse(source, file) {
  try {
    return acorn.parse(source, parseOptions);
  } catch (error) {
    throw new Error(`${file}: ${error.message}`);
  }
}

/** Every `require("literal")` in the tree, as `{start, end, specifier}`. */
export function requireCalls(tree) {
  const calls = [];
  walk.simple(tree, {
    CallExpression(node) {
      if (isRequire(node)) calls.push({ start: node.start, end: node.end, specifier: node.arguments[0].value });
    },
  });
  return calls;
}

export function makeRequiresLazy(source, file) {
  const tree = parse(source, file);
  const bindings = collectBindings(tree, source);
  if (bindings.size === 0) return source;

  const counts = countDeclarations(tree);
  const keptStatements = new Set();
  for (const [name, binding] of bindings) {
    if ((counts.get(name) ?? 0) > 1) keptStatements.add(binding.declarator);
  }
  for (const [name, binding] of [...bindings]) {
    if (keptStatements.has(binding.declarator)) bindings.delete(name);
  }

  const edits = new Map();
  walk.fullAncestor(tree, (node, ancestors) => {
    if (node.type !== "Identifier") return;
    const binding = bindings.get(node.name);
    if (binding === undefined) return;
    if (node.start >= binding.declarator.start && node.end <= binding.declarator.end) return;
    const replacement = useOf(node, ancestors, binding.expression);
    if (replacement !== null) edits.set(node.start, { start: node.start, end: node.end, text: replacement });
  });

  const removed = new Set([...bindings.values()].map(binding => binding.declarator));
  for (const statement of tree.body) {
    if (statement.type !== "VariableDeclaration") continue;
    const kept = statement.declarations.filter(declarator => !removed.has(declarator));
    if (kept.length === statement.declarations.length) continue;
    const text = kept.length === 0
      ? ""
      : `${statement.kind} ${kept.map(declarator => source.slice(declarator.start, declarator.end)).join(", ")};`;
    edits.set(statement.start, { start: statement.start, end: statement.end, text });
  }

  let output = source;
  for (const edit of [...edits.values()].sort((a, b) => b.start - a.start)) {
    output = output.slice(0, edit.start) + edit.text + output.slice(edit.end);
  }
  parse(output, `${file} (after making its requires lazy)`);
  return output;
}

function isRequire(node) {
  return node?.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "require" &&
    node.arguments.length === 1 && node.arguments[0].type === "Literal";
}

function collectBindings(tree, source) {
  const bindings = new Map();
  for (const statement of tree.body) {
    if (statement.type !== "VariableDeclaration") continue;
    for (const declarator of statement.declarations) {
      let call = declarator.init;
      let suffix = "";
      if (call?.type === "MemberExpression" && !call.computed && isRequire(call.object)) {
        suffix = `.${call.property.name}`;
        call = call.object;
      }
      if (!isRequire(call) || eager.test(call.arguments[0].value)) continue;
      const expression = source.slice(call.start, call.end) + suffix;
      if (declarator.id.type === "Identifier") {
        bindings.set(declarator.id.name, { expression, declarator });
      } else if (isPlainPattern(declarator.id)) {
        for (const property of declarator.id.properties) {
          bindings.set(property.value.name, { expression: `${expression}.${property.key.name}`, declarator });
        }
      }
    }
  }
  return bindings;
}

function isPlainPattern(pattern) {
  return pattern.type === "ObjectPattern" && pattern.properties.every(property =>
    property.type === "Property" && property.key.type === "Identifier" && property.value.type === "Identifier");
}

function countDeclarations(tree) {
  const counts = new Map();
  const add = (name, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by);
  const pattern = node => {
    switch (node?.type) {
      case "Identifier": add(node.name); break;
      case "ObjectPattern": node.properties.forEach(p => pattern(p.type === "RestElement" ? p.argument : p.value)); break;
      case "ArrayPattern": node.elements.forEach(pattern); break;
      case "AssignmentPattern": pattern(node.left); break;
      case "RestElement": pattern(node.argument); break;
      default: break;
    }
  };
  walk.full(tree, node => {
    if (node.type === "VariableDeclarator") pattern(node.id);
    if (node.params) node.params.forEach(pattern);
    if (/^(Function|Class)(Declaration|Expression)$/.test(node.type) && node.id) add(node.id.name);
    if (node.type === "CatchClause") pattern(node.param);
    if (node.type === "AssignmentExpression" && node.left.type === "Identifier") add(node.left.name, 2);
    if (node.type === "UpdateExpression" && node.argument.type === "Identifier") add(node.argument.name, 2);
  });
  return counts;
}

/** The text that takes the place of one use, or null where the identifier is a property name and not a use. */
function useOf(node, ancestors, expression) {
  const parent = ancestors[ancestors.length - 2];
  const isMember = /\)\.\w+$/.test(expression);
  switch (parent.type) {
    case "MemberExpression": {
      if (parent.property === node && !parent.computed) return null;
      const grandparent = ancestors[ancestors.length - 3];
      return grandparent.type === "NewExpression" && grandparent.callee === parent ? `(${expression})` : expression;
    }
    case "Property":
      if (parent.shorthand) return `${node.name}: ${expression}`;
      return parent.key === node && !parent.computed ? null : expression;
    case "MethodDefinition":
    case "PropertyDefinition":
      return parent.key === node && !parent.computed ? null : expression;
    case "NewExpression":
      return parent.callee === node ? `(${expression})` : expression;
    case "CallExpression":
      return parent.callee === node && isMember ? `(0, ${expression})` : expression;
    case "TaggedTemplateExpression":
      return `(0, ${expression})`;
    default:
      return expression;
  }
}

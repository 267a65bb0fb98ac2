// The rules on imports, as data, and the check of the sources against them. Reads `swift package dump-package` on standard input.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

// MARK: Swift rules. The manifest says which target may see which; these say what the manifest itself may not allow.

/** Import nothing of this package. */
const leaves = ["Tracing", "BridgeProtocol"];
/** The only libraries that may import the C module; their tests may too. */
const ownersOf = {
  CJavaScriptCore: ["JavaScriptEngine"],
  CGLib: ["JavaScriptEngine", "Capabilities"],
  CSoup: ["WebKit"],
  CSQLite: ["Capabilities"],
};
/** Compile against Apple's WebKit as well, so they see no engine. */
const portable = ["BridgeProtocol", "Bridge", "Capabilities", "EditorHost"];
const engineModules = ["JavaScriptEngine", "CJavaScriptCore"];

// MARK: TypeScript rules: what each layer may import. A layer is a folder, or a file, directly below `src`.

const layers = {
  editor: {
    model: [],
    transform: ["model"],
    state: ["model", "transform"],
    markdown: ["model"],
    history: ["model", "transform", "state"],
    collaboration: ["model", "transform", "state"],
    checkpoint: ["model", "transform", "state", "markdown"],
    view: ["model", "transform", "state", "history", "collaboration", "checkpoint"],
    bridge: [],
    session: ["model", "transform", "state", "markdown", "history", "collaboration", "checkpoint", "view", "bridge"],
    main: ["model", "transform", "state", "markdown", "history", "collaboration", "checkpoint", "view", "bridge", "session"],
  },
};
/** Outside libraries per part; `undefined` allows any. */
const outside = { editor: ["markdown-it"], platform: undefined };
/** Tests see more. */
const outsideInTests = ["chai", "fixtures", "jsdom"];

const breaches = [];
const breach = (file, line, text) => breaches.push(`${file}:${line}: ${text}`);

function filesBelow(folder, suffix) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === "dist" ? [] : filesBelow(path, suffix);
      return path.endsWith(suffix) ? [path] : [];
    });
}

const lineOf = (text, offset) => text.slice(0, offset).split("\n").length;

// MARK: Swift

const manifest = JSON.parse(readFileSync(0, "utf8"));
const targets = new Map(
  manifest.targets.map((target) => [
    target.name,
    {
      ...target,
      folder: target.path ?? `${target.type === "test" ? "Tests" : "Sources"}/${target.name}`,
      depends: target.dependencies.map((dependency) => (dependency.byName ?? dependency.target ?? dependency.product)[0]),
    },
  ]),
);
const names = [...targets.keys()];
const importStatement =
  /^[ \t]*(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:(?:public|package|internal|fileprivate|private)[ \t]+)?import[ \t]+(?:(?:struct|class|enum|protocol|typealias|func|var|let|actor)[ \t]+)?(\w+)/gm;

let swiftFiles = 0;
for (const [name, target] of targets) {
  const place = names.indexOf(name);
  for (const dependency of target.depends) {
    if (!targets.has(dependency)) continue;
    if (names.indexOf(dependency) > place) breach("Package.swift", 1, `${name} is listed before ${dependency}, which it depends on`);
    if (leaves.includes(name)) breach("Package.swift", 1, `${name} is a leaf and may not depend on ${dependency}`);
    if (portable.includes(name) && engineModules.includes(dependency)) {
      breach("Package.swift", 1, `${name} is portable and may not depend on ${dependency}`);
    }
  }
  const imported = new Set();
  for (const file of filesBelow(target.folder, ".swift")) {
    swiftFiles += 1;
    const text = readFileSync(file, "utf8");
    for (const match of text.matchAll(importStatement)) {
      const module = match[1];
      if (!targets.has(module) || module === name) continue;
      imported.add(module);
      const line = lineOf(text, match.index + match[0].length);
      if (!target.depends.includes(module)) {
        breach(file, line, `${name} imports ${module}, which the manifest does not give it`);
      }
      const owners = ownersOf[module];
      if (owners && !owners.includes(name.replace(/Tests$/, ""))) breach(file, line, `only ${owners.join(" and ")} may import ${module}`);
    }
  }
  if (target.type === "system" || imported.size === 0) continue;
  for (const dependency of target.depends) {
    // Tests may run a program or read the resources of a library that they do not import.
    if (targets.has(dependency) && !imported.has(dependency) && target.type !== "test") {
      breach("Package.swift", 1, `${name} depends on ${dependency} but imports it nowhere`);
    }
  }
}

// MARK: TypeScript

const importStatements = [
  /^[ \t]*import\s+(type\s+)?(?:[\w$\s{},*]+?\s+from\s+)?["']([^"'\n]+)["']/gm,
  /^[ \t]*export\s+(type\s+)?(?:\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?)\s+from\s+["']([^"'\n]+)["']/gm,
  /(type\s+)?\bimport\(\s*["']([^"'\n]+)["']\s*\)/gm,
];

let scriptFiles = 0;
for (const part of ["editor", "platform"]) {
  const source = join("JSBundle", part, "src");
  for (const file of filesBelow(join("JSBundle", part), ".ts")) {
    scriptFiles += 1;
    const text = readFileSync(file, "utf8");
    const isTest = !file.startsWith(source + "/");
    const layer = isTest ? undefined : relative(source, file).split("/")[0].replace(/\.ts$/, "");
    const rules = layers[part];
    if (rules && layer !== undefined && !(layer in rules)) {
      breach(file, 1, `the layer ${layer} has no rule: give it one in Scripts/lib/check-imports.mjs`);
      continue;
    }
    for (const match of importStatements.flatMap((statement) => [...text.matchAll(statement)])) {
      const specifier = match[2];
      const line = lineOf(text, match.index + match[0].length);
      if (!specifier.startsWith(".")) {
        const library = specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
        const allowed = outside[part];
        if (allowed && !allowed.includes(library) && !(isTest && outsideInTests.includes(library))) {
          breach(file, line, `the ${part} may not import the library ${library}`);
        }
        continue;
      }
      const target = relative(".", resolve(dirname(file), specifier));
      if (!target.startsWith(join("JSBundle", part) + "/")) {
        breach(file, line, `${specifier} is outside JSBundle/${part}`);
        continue;
      }
      if (layer !== undefined && !target.startsWith(source + "/")) {
        breach(file, line, `${specifier} is outside ${source}`);
        continue;
      }
      if (rules && layer !== undefined) {
        const other = relative(source, target).split("/")[0].replace(/\.ts$/, "");
        if (other !== layer && !rules[layer].includes(other)) breach(file, line, `${layer} may not import ${other}`);
      }
    }
  }
}

// Two modules that import each other run in an order that nobody chose. What only lends types is gone when the code runs; esbuild
// knows which imports that are. (The modules of the platform run at first use, in whatever order that is.)
const scripts = filesBelow(join("JSBundle", "editor", "src"), ".ts").filter((file) => !file.endsWith(".d.ts"));
const translated = join(".build", "check-imports");
rmSync(translated, { recursive: true, force: true });
if (scripts.length > 0) {
  execFileSync("esbuild", [...scripts, "--outbase=JSBundle", `--outdir=${translated}`, "--format=esm", "--target=es2022", "--log-level=error"]);
}
const importedBy = new Map(
  scripts.map((file) => {
    const text = readFileSync(join(translated, relative("JSBundle", file)).replace(/\.ts$/, ".js"), "utf8");
    const imported = importStatements.slice(0, 2).flatMap((statement) => [...text.matchAll(statement)].map((match) => match[2]));
    const files = imported
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => relative(".", resolve(dirname(file), specifier)))
      .map((target) => [`${target}.ts`, target, join(target, "index.ts")].find((path) => path.endsWith(".ts") && existsSync(path)))
      .filter((path) => path !== undefined);
    return [file, files];
  }),
);
const finished = new Set();
function findCircle(file, path) {
  const at = path.indexOf(file);
  if (at >= 0) {
    breach(file, 1, `imports itself: ${[...path.slice(at), file].map((each) => relative("JSBundle", each)).join(" → ")}`);
    return;
  }
  if (finished.has(file)) return;
  for (const next of importedBy.get(file) ?? []) findCircle(next, [...path, file]);
  finished.add(file);
}
for (const file of importedBy.keys()) findCircle(file, []);

// MARK: Verdict

const escapes = { "@unchecked Sendable": 0, "nonisolated(unsafe)": 0 };
for (const file of filesBelow("Sources", ".swift")) {
  const text = readFileSync(file, "utf8").replace(/\/\/.*$/gm, "");
  for (const word of Object.keys(escapes)) escapes[word] += text.split(word).length - 1;
}

for (const text of breaches) console.error(text);
console.log(
  `${swiftFiles} Swift files, ${scriptFiles} TypeScript files, ${breaches.length} breaches; ` +
    Object.entries(escapes).map(([word, count]) => `${count} × ${word}`).join(", "),
);
process.exit(breaches.length === 0 ? 0 : 1);

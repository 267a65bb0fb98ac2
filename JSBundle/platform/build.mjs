#!/usr/bin/env node
// Builds the page environment: node build.mjs OUTDIR [CACHEDIR]
//
// Writes OUTDIR/platform.js, one classic ASCII script whose completion value is `(host) => Platform`. Modules of the Node
// packages are read from PLATFORM_PACKAGES (default /usr/share/nodejs, where Debian puts them), changed by `build/codemods.mjs`
// in memory and kept, with the rest of what the build makes on its way, in CACHEDIR (default <repository>/.build/platform).
// With PLATFORM_READABLE set the script is not packed, and stack traces of the platform have line numbers.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { collectModules } from "./build/graph.mjs";
import { unusedCodemods } from "./build/codemods.mjs";
import { packageRoot } from "./build/packages.mjs";
import { linkReadableScript, linkScript } from "./build/link.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const source = path.join(here, "src");
const [outputDirectory, cacheDirectory = path.join(here, "../../.build/platform")] = process.argv.slice(2);
if (outputDirectory === undefined) {
  console.error("usage: build.mjs OUTDIR [CACHEDIR]");
  process.exit(64);
}
const esbuild = (...options) => execFileSync("esbuild", [...options, "--log-level=warning"], { stdio: "inherit" });

/** Our modules that take the place of others: by specifier, or by the path of the replaced file below the package root. */
const own = name => path.join(source, name);
const jsdom = "jsdom/lib/jsdom";
const replacements = new Map([
  [`${jsdom}/living/interfaces.js`, own("window/interfaces")],
  [`${jsdom}/living/helpers/runtime-script-errors.js`, own("report-exception")],
  [`${jsdom}/living/window/navigation.js`, own("navigation")],
  [`${jsdom}/living/nodes/HTMLFrameElement-impl.js`, own("window/frame-element")],
  [`${jsdom}/browser/resources/per-document-resource-loader.js`, own("loading/document-resources")],
  [`${jsdom}/browser/not-implemented.js`, own("not-implemented")],
  ["tough-cookie", own("stand-ins/tough-cookie")],
  ["whatwg-encoding", own("stand-ins/whatwg-encoding")],
  ["whatwg-url/lib/encoding.js", own("stand-ins/utf8-codec")],
  ["crypto", own("stand-ins/crypto")],
  ["os", own("stand-ins/os")],
  ["punycode", path.join(packageRoot, "punycode/punycode.js")],
  ["buffer", own("stand-ins/buffer")],
  ["platform/structured-clone", own("structured-clone/window-clone")],
  ...[
    "window-task", "document-end", "running-window", "form-submission", "scripts", "images", "navigation", "selection-change",
    "domain-names", "editing/focus", "origin",
  ].map(name => [`platform/${name}`, own(name)]),
]);

fs.rmSync(cacheDirectory, { recursive: true, force: true });
fs.mkdirSync(cacheDirectory, { recursive: true });

const ownFiles = fs.readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter(name => name.endsWith(".ts") && !name.endsWith(".d.ts"));
esbuild(
  ...ownFiles.map(own), `--outdir=${cacheDirectory}/own`, `--outbase=${source}`, "--format=cjs", "--target=es2022",
);
const ownSources = new Map(ownFiles.map(name => {
  const module = name.slice(0, -".ts".length);
  return [own(module), fs.readFileSync(path.join(cacheDirectory, "own", `${module}.js`), "utf8")];
}));

const modules = collectModules({ entry: own("main"), ownSources, replacements });
const stale = unusedCodemods();
if (stale.length > 0) throw new Error(`codemods without a module in the bundle: ${stale.join(", ")}`);

const order = [...modules.values()];
const identifiers = new Map(order.map(({ file }, index) => [file, index]));
const wrapped = order.map(module => {
  let { text } = module;
  // No module may have a name of its own that hides the loader's.
  if (text.includes("$load")) throw new Error(`${module.file} uses the name $load`);
  for (const call of [...module.calls].sort((a, b) => b.start - a.start)) {
    text = `${text.slice(0, call.start)}$load(${identifiers.get(call.target)})${text.slice(call.end)}`;
  }
  const id = identifiers.get(module.file);
  const label = module.name ?? path.relative(source, module.file);
  const file = path.join(cacheDirectory, "wrapped", `${id}.js`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `define(function (module, exports, $load) {\n${text}\n});\n`);
  return { id, label, file };
});
const readable = process.env.PLATFORM_READABLE !== undefined;
const finished = path.join(cacheDirectory, "finished");
esbuild(
  ...wrapped.map(({ file }) => file), `--outdir=${finished}`, "--target=es2022", "--charset=ascii", "--legal-comments=none",
  ...readable ? [] : ["--minify-whitespace", "--minify-syntax"],
);

const main = identifiers.get(own("main"));
const finishedModules = wrapped.map(({ id, label }) =>
  ({ id, label, text: fs.readFileSync(path.join(finished, `${id}.js`), "utf8") }));
const script = readable ? linkReadableScript(finishedModules, main) : linkScript(finishedModules, main);
fs.mkdirSync(outputDirectory, { recursive: true });
fs.writeFileSync(path.join(outputDirectory, "platform.js"), script, "ascii");

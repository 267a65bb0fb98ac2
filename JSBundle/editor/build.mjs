// Builds the editor bundle: editor/editor.js, editor/index.html and editor/manifest.json below the output folder.
//   node JSBundle/editor/build.mjs OUTPUT_FOLDER
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const source = dirname(fileURLToPath(import.meta.url));
const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node JSBundle/editor/build.mjs OUTPUT_FOLDER");
  process.exit(2);
}

const output = join(resolve(folder), "editor");
const version = "0.1.0";

/** A constant of the source, so that the manifest cannot say something else than the bundle does. */
function constant(file, pattern) {
  const found = pattern.exec(readFileSync(join(source, "src", file), "utf8"));
  if (found === null) throw new Error(`${file} no longer holds ${pattern}`);
  return JSON.parse(found[1]);
}

mkdirSync(output, { recursive: true });
const script = join(output, "editor.js");
execFileSync(
  "esbuild",
  [
    join(source, "src", "main.ts"),
    "--bundle",
    "--format=iife",
    "--target=es2022",
    // Pure ASCII can be mapped by the engine as it lies on disk.
    "--charset=ascii",
    // White space and syntax only: names stay readable in the stack of an error, which is all a person in the field has.
    "--minify-whitespace",
    "--minify-syntax",
    "--banner:js=const bundleStartedAt=performance.now();",
    "--log-level=warning",
    "--legal-comments=none",
    `--outfile=${script}`,
  ],
  {
    // Names of modules in the output are relative to this folder; from the root they are the same wherever the tree lies.
    cwd: "/",
    stdio: ["ignore", "inherit", "inherit"],
    env: { NODE_PATH: "/usr/share/nodejs", ...process.env },
  },
);
// esbuild escapes strings and leaves regular expressions as they are.
const ascii = readFileSync(script, "utf8").replace(
  /[^\x00-\x7f]/g,
  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
);
writeFileSync(script, ascii);

// A bundle cannot hold its own hash, so the page that loads it does.
const hash = createHash("sha256").update(readFileSync(script)).digest("hex");
const page = readFileSync(join(source, "index.html"), "utf8")
  .replace(/data-bundle-version="[^"]*"/, `data-bundle-version="${version}"`)
  .replace(/data-bundle-hash="[^"]*"/, `data-bundle-hash="${hash}"`);
writeFileSync(join(output, "index.html"), page);
const manifest = {
  name: "editor",
  version,
  hash,
  schemaVersion: constant("checkpoint/snapshot.ts", /editorSchemaVersion = (\d+);/),
  protocolVersions: constant("bridge/wire.ts", /supportedVersions: readonly number\[\] = (\[[\d, ]+\]);/),
};
writeFileSync(join(output, "manifest.json"), JSON.stringify(manifest, undefined, 2) + "\n");

// Bundles the test files: one script per suite for a page, one module per suite for Node.
//   node JSBundle/testing/build.mjs OUTPUT_FOLDER WORK_FOLDER
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { suites } from "./suites.mjs";

const testing = dirname(fileURLToPath(import.meta.url));
const bundleRoot = dirname(testing);
const fixtureRoot = join(dirname(bundleRoot), "Tests", "Fixtures");
const [output, work] = process.argv.slice(2).map((path) => resolve(path));
if (!output || !work) {
  console.error("usage: node JSBundle/testing/build.mjs OUTPUT_FOLDER WORK_FOLDER");
  process.exit(2);
}

/** Files below a folder, as absolute paths in a fixed order. */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

function testFilesOf(suite) {
  const excluded = suite.except.map((folder) => join(bundleRoot, folder) + sep);
  return suite.folders
    .flatMap((folder) => filesBelow(join(bundleRoot, folder)))
    .filter((path) => path.endsWith(".test.ts") && !excluded.some((folder) => path.startsWith(folder)));
}

/** A page cannot read files, so the fixtures become a module: their text by path below Tests/Fixtures. */
function writeFixtureModule(path) {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const entries = filesBelow(fixtureRoot).flatMap((file) => {
    try {
      return [[relative(fixtureRoot, file).split(sep).join("/"), text.decode(readFileSync(file))]];
    } catch {
      return []; // Not UTF-8 on purpose: such files are for tests of the reading side, which is Swift.
    }
  });
  writeFileSync(path, `export const fixtures = new Map(${JSON.stringify(entries)});\n`);
}

function esbuild(entry, outfile, ...options) {
  const { status, error } = spawnSync(
    "esbuild",
    [
      entry,
      "--bundle",
      "--target=es2022",
      "--keep-names",
      "--log-level=warning",
      "--sources-content=false",
      `--alias:fixtures=${join(work, "fixtures.js")}`,
      `--outfile=${outfile}`,
      ...options,
    ],
    { stdio: ["ignore", "inherit", "inherit"], env: { NODE_PATH: "/usr/share/nodejs", ...process.env } },
  );
  if (error) console.error(`esbuild cannot be run: ${error.message}`);
  if (status !== 0) process.exit(1);
}

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
rmSync(output, { recursive: true, force: true });
mkdirSync(join(output, "node"), { recursive: true });
writeFixtureModule(join(work, "fixtures.js"));

const standIns = join(testing, "stand-ins");
const built = [];
for (const suite of suites) {
  const files = testFilesOf(suite);
  if (files.length === 0) continue;
  const imports = files.map((path) => `import ${JSON.stringify(path)};\n`).join("");

  const pageEntry = join(work, `${suite.name}.page.js`);
  writeFileSync(
    pageEntry,
    `import { runTests } from ${JSON.stringify(join(testing, "page-runner.js"))};\n${imports}runTests();\n`,
  );
  esbuild(
    pageEntry,
    join(output, `${suite.name}.js`),
    "--format=iife",
    "--platform=browser",
    // Beside the script: the Swift tests translate stacks with it, and the engine has less to parse.
    "--sourcemap=external",
    "--define:global=globalThis",
    `--inject:${join(standIns, "node-globals.js")}`,
    `--alias:util=${join(standIns, "util.js")}`,
    `--alias:path=${join(standIns, "path.js")}`,
  );
  writeFileSync(
    join(output, `${suite.name}.html`),
    `<!doctype html>\n<meta charset="utf-8">\n<title>${suite.name}</title>\n<body>\n<script src="${suite.name}.js"></script>\n`,
  );

  if (suite.node) {
    const nodeEntry = join(work, `${suite.name}.node.js`);
    writeFileSync(nodeEntry, imports);
    esbuild(nodeEntry, join(output, "node", `${suite.name}.cjs`), "--format=cjs", "--platform=node", "--sourcemap=inline", "--external:jsdom");
  }
  built.push({ name: suite.name, document: suite.document, node: suite.node, files: files.length });
}
writeFileSync(join(output, "suites.json"), JSON.stringify(built, undefined, 2) + "\n");

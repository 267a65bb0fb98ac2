// Reads the reports that the test runs leave, for Scripts/test.
//   swift FOLDER STATUS · node FILE STATUS · page FOLDER SUITES: print "PASSED FAILED"
//   suites SUITES: prints "NAME" or "NAME document" for each suite that runs in Node
//   explain FILE: prints the failures of a run in Node · compare FOLDER SUITES: both engines must have run the same tests
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [command, first, second] = process.argv.slice(2);
const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const pageReport = (folder, suite) => join(folder, `${suite.name}.page.json`);
const nodeReport = (folder, suite) => join(folder, `${suite.name}.node.json`);

/** A run that ended badly without naming a failed test has still failed. */
function printCounts(passed, failed, status) {
  console.log(`${passed} ${failed === 0 && Number(status) !== 0 ? 1 : failed}`);
}

const commands = {
  swift(folder, status) {
    let tests = 0;
    let failed = 0;
    for (const name of readdirSync(folder).filter((each) => each.endsWith(".xml"))) {
      const text = readFileSync(join(folder, name), "utf8");
      for (const match of text.matchAll(/<testcase\b[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g)) {
        if (/<skipped\b/.test(match[1] ?? "")) continue;
        tests += 1;
        if (/<failure\b/.test(match[1] ?? "")) failed += 1;
      }
    }
    if (tests === 0) return printCounts(0, 1, 1);
    printCounts(tests - failed, failed, status);
  },

  node(file, status) {
    if (!existsSync(file)) return printCounts(0, 1, 1);
    const { stats } = json(file);
    printCounts(stats.passes, stats.failures, stats.tests === 0 ? 1 : status);
  },

  page(folder, suites) {
    let passed = 0;
    let failed = 0;
    for (const suite of json(suites)) {
      if (!existsSync(pageReport(folder, suite))) {
        failed += 1;
        continue;
      }
      for (const test of json(pageReport(folder, suite)).tests) {
        if (test.state === "passed") passed += 1;
        if (test.state === "failed") failed += 1;
      }
    }
    printCounts(passed, failed, 0);
  },

  suites(file) {
    for (const suite of json(file)) {
      if (suite.node) console.log(suite.document ? `${suite.name} document` : suite.name);
    }
  },

  explain(file) {
    for (const { fullTitle, err } of json(file).failures) {
      console.log(`  ✗ ${fullTitle}\n${(err.stack ?? err.message ?? "").split("\n").slice(0, 6).map((line) => `      ${line}`).join("\n")}`);
    }
  },

  compare(folder, suites) {
    let differs = false;
    for (const suite of json(suites).filter((each) => each.node)) {
      const files = [pageReport(folder, suite), nodeReport(folder, suite)];
      const absent = files.filter((file) => !existsSync(file));
      if (absent.length > 0) {
        console.log(`${suite.name}: there is no report ${absent.join(", ")}`);
        differs = true;
        continue;
      }
      const page = json(files[0]).tests.filter((test) => test.state !== "pending").map((test) => test.name);
      const nodeRun = json(files[1]);
      const pending = new Set(nodeRun.pending.map((test) => test.fullTitle));
      const node = nodeRun.tests.map((test) => test.fullTitle).filter((name) => !pending.has(name));
      console.log(`${suite.name}: ${page.length} in JavaScriptCore, ${node.length} in Node`);
      for (const name of onlyIn(page, node)) console.log(`  only in JavaScriptCore: ${name}`);
      for (const name of onlyIn(node, page)) console.log(`  only in Node: ${name}`);
      if (page.length !== node.length) differs = true;
    }
    process.exit(differs ? 1 : 0);
  },
};

function onlyIn(some, others) {
  const known = new Set(others);
  return some.filter((name) => !known.has(name));
}

commands[command](first, second);

// Runs mocha's suites in a page: mocha's own entry for browsers wants a console, an HTML reporter and a command line, none of which
// a test needs. Imported before the test files, so that `describe` and `it` are there when they run.
import Context from "mocha/lib/context.js";
import bdd from "mocha/lib/interfaces/bdd.js";
import Runner from "mocha/lib/runner.js";
import Suite from "mocha/lib/suite.js";

// Tests may replace timers; the runner keeps the real ones.
const setTimer = globalThis.setTimeout.bind(globalThis);
const now = globalThis.performance.now.bind(globalThis.performance);

// A context of mocha's own, so that a test may ask for more time with `this.timeout`.
const root = new Suite("", new Context(), true);
root.timeout(60_000);
bdd(root);
root.emit(Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, null, { options: {} });

// One timer per test would meet the clamp of nested timers; so a task runs what is due for up to 50 ms.
const due = [];
let scheduled = false;
function runDue() {
  const started = now();
  while (due.length > 0 && now() - started < 50) due.shift()();
  scheduled = due.length > 0;
  if (scheduled) setTimer(runDue, 0);
}
Runner.immediately = (callback) => {
  due.push(callback);
  if (!scheduled) {
    scheduled = true;
    setTimer(runDue, 0);
  }
};

function describeFailure(error) {
  const thrown = error === null || typeof error !== "object" ? { message: String(error) } : error;
  return {
    message: String(thrown.message ?? thrown),
    stack: String(thrown.stack ?? ""),
    expected: "expected" in thrown ? printed(thrown.expected) : undefined,
    actual: "actual" in thrown ? printed(thrown.actual) : undefined,
  };
}

function printed(value) {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/**
 * Runs what the test files have declared. The report becomes the value of the promise `testReport` on the global object, as JSON text:
 * `{tests: [{name, state: "passed" | "failed" | "pending", milliseconds, failure?}], milliseconds}`.
 */
export function runTests() {
  const tests = [];
  globalThis.testReport = new Promise((resolve) => {
    const started = now();
    const runner = new Runner(root, { cleanReferencesAfterRun: true });
    const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING } = Runner.constants;
    const record = (test, state, failure) =>
      tests.push({ name: test.fullTitle(), state, milliseconds: test.duration ?? 0, failure });
    runner.on(EVENT_TEST_PASS, (test) => record(test, "passed"));
    runner.on(EVENT_TEST_PENDING, (test) => record(test, "pending"));
    // A failed hook arrives here too, under the name of the hook.
    runner.on(EVENT_TEST_FAIL, (test, error) => record(test, "failed", describeFailure(error)));
    runner.run(() => resolve(JSON.stringify({ tests, milliseconds: now() - started })));
  });
}

// Gives Node a window and a document, from Debian's jsdom as it is, for the suites that need one. Required before the tests.
"use strict";
const { runInNewContext } = require("node:vm");
const { JSDOM } = require("jsdom");

const { window } = new JSDOM("<!doctype html><html><head></head><body></body></html>", {
  url: "https://page.example/",
  pretendToBeVisual: true,
});

// The language stays Node's own, and so do the clocks and the task queues: they are not what these tests are about.
const language = new Set(runInNewContext("Object.getOwnPropertyNames(globalThis)"));
const kept = new Set(
  ("globalThis global process console performance queueMicrotask setTimeout clearTimeout setInterval clearInterval " +
    "setImmediate clearImmediate structuredClone MessageChannel MessagePort fetch crypto URL URLSearchParams " +
    "TextEncoder TextDecoder").split(" "),
);
for (const name of Object.getOwnPropertyNames(window)) {
  if (name.startsWith("_") || language.has(name) || kept.has(name)) continue;
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable: false,
    get: () => window[name],
    set: (value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true }),
  });
}

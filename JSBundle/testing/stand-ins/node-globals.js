// What mocha and chai ask of the globals of Node. Faults that no test caught are events of the window in a page.

const listeners = new Map();

function listenersOf(name) {
  if (!listeners.has(name)) listeners.set(name, []);
  return listeners.get(name);
}

function emit(name, ...values) {
  const called = [...listenersOf(name)];
  for (const listener of called) listener(...values);
  return called.length > 0;
}

if (typeof globalThis.addEventListener === "function") {
  globalThis.addEventListener("error", (event) => {
    // Events that a test dispatches to elements bubble here too; those carry no fault.
    if (!("message" in event)) return;
    if (emit("uncaughtException", event.error ?? new Error(event.message))) event.preventDefault();
  });
  globalThis.addEventListener("unhandledrejection", (event) => {
    if (emit("unhandledRejection", event.reason, event.promise)) event.preventDefault();
  });
}

export const process = {
  browser: true,
  env: {},
  argv: [],
  platform: "page",
  stdout: {},
  cwd: () => "/",
  nextTick: (callback, ...values) => queueMicrotask(() => callback(...values)),
  emitWarning: (message) => console.warn(String(message)),
  emit,
  on(name, listener) {
    listenersOf(name).push(listener);
    return process;
  },
  addListener: (name, listener) => process.on(name, listener),
  removeListener(name, listener) {
    const all = listenersOf(name);
    const at = all.indexOf(listener);
    if (at >= 0) all.splice(at, 1);
    return process;
  },
  listeners: (name) => [...listenersOf(name)],
  listenerCount: (name) => listenersOf(name).length,
};

// Asked only whether a value is one; in a page none is.
export const Buffer = { isBuffer: () => false };

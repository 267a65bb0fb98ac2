// `MessageChannel` and `MessagePort`: messages are copied when posted and delivered as tasks of the receiving window.

import MessageEvent = require("jsdom/lib/jsdom/living/generated/MessageEvent");
import utils = require("jsdom/lib/jsdom/living/generated/utils");
import { fireAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import type { EventTargetImpl } from "../jsdom-types";
import { registerPlatformClasses } from "../platform-objects";
import { cloneMessage, type ClonedMessage } from "../structured-clone/window-clone";
import { constructorOf } from "../window/interfaces";
import { slot, type WindowRecord } from "../window/window-record";
import { postTask } from "../window-task";

/** The end of a channel, whichever window's port object shows it at the moment. */
interface PortState {
  owner: WindowRecord;
  wrapper: object;
  other: PortState | undefined;
  started: boolean;
  readonly waiting: Message[];
}

interface Message {
  readonly source: WindowRecord;
  readonly value: ClonedMessage;
}

const states = new WeakMap<object, PortState>();

function makeClasses(record: WindowRecord) {
  const key = Symbol("made by the platform");
  const Base = constructorOf(record, "EventTarget") as unknown as new () => object;

  class MessagePort extends Base {
    constructor(guard?: unknown) {
      if (guard !== key) throw new record.TypeError("Illegal constructor");
      super();
    }
    postMessage(message: unknown, options?: { transfer?: Iterable<unknown> } | Iterable<unknown>): void {
      const state = stateOf(record, this);
      const transfer = transferOf(options);
      for (const item of transfer) {
        if (item === this) throw new record.TypeError("A port cannot be sent over itself");
      }
      const receiver = state.other;
      if (receiver === undefined) return;
      const value = cloneMessage(record, receiver.owner, message, transfer);
      receiver.waiting.push({ source: record, value });
      if (receiver.started) deliverLater(receiver);
    }
    start(): void {
      start(stateOf(record, this));
    }
    close(): void {
      const state = stateOf(record, this);
      if (state.other !== undefined) state.other.other = undefined;
      state.other = undefined;
    }
    get onmessage(): unknown { return handlerOf(this, "message"); }
    set onmessage(handler: unknown) {
      setHandler(this, "message", handler);
      start(stateOf(record, this));
    }
    get onmessageerror(): unknown { return handlerOf(this, "messageerror"); }
    set onmessageerror(handler: unknown) { setHandler(this, "messageerror", handler); }
  }

  const makePort = (): PortState => {
    const state: PortState = { owner: record, wrapper: new MessagePort(key), other: undefined, started: false, waiting: [] };
    states.set(state.wrapper, state);
    return state;
  };

  class MessageChannel {
    readonly #first: PortState;
    readonly #second: PortState;
    constructor() {
      this.#first = makePort();
      this.#second = makePort();
      this.#first.other = this.#second;
      this.#second.other = this.#first;
    }
    get port1(): object { return this.#first.wrapper; }
    get port2(): object { return this.#second.wrapper; }
  }

  registerPlatformClasses({ MessagePort, MessageChannel });
  return { MessagePort, MessageChannel, makePort };
}

const classesOf = slot(makeClasses);

export function makeMessagingInterfaces(record: WindowRecord) {
  const { MessagePort, MessageChannel } = classesOf(record);
  return { MessagePort, MessageChannel };
}

/** The array of objects to move, from either form of the second argument of `postMessage`. */
export function transferOf(options: unknown): readonly unknown[] {
  if (options === undefined || options === null) return [];
  const list = (options as Iterable<unknown>)[Symbol.iterator] === undefined
    ? (options as { transfer?: Iterable<unknown> }).transfer ?? []
    : options as Iterable<unknown>;
  return [...list];
}

/** Moves a port into another window: the old object is dead, the new one has its messages. Undefined if it is not a live port. */
export function movePort(_source: WindowRecord, target: WindowRecord, port: object): object | undefined {
  const state = states.get(port);
  if (state === undefined || state.wrapper !== port) return undefined;
  const moved = classesOf(target).makePort();
  states.set(moved.wrapper, state);
  state.owner = target;
  state.wrapper = moved.wrapper;
  state.started = false;
  return moved.wrapper;
}

function stateOf(record: WindowRecord, port: object): PortState {
  const state = states.get(port);
  if (state === undefined) throw new record.TypeError("Can only be used on instances of MessagePort");
  // A port that was sent away does nothing any more.
  return state.wrapper === port ? state : { ...state, other: undefined, waiting: [] };
}

function start(state: PortState): void {
  if (state.started) return;
  state.started = true;
  for (let count = state.waiting.length; count > 0; count--) deliverLater(state);
}

function deliverLater(state: PortState): void {
  postTask(state.owner, "messaging", () => {
    if (!state.started) return;
    const message = state.waiting.shift();
    if (message === undefined) return;
    const { data, ports } = message.value;
    fireAnEvent("message", utils.implForWrapper(state.wrapper) as EventTargetImpl, MessageEvent, {
      data, ports: state.owner.Object.freeze(state.owner.Array.from(ports)), origin: "", lastEventId: "", source: null,
    });
  });
}

const handlers = new WeakMap<object, Map<string, unknown>>();

function handlerOf(port: object, type: string): unknown {
  return handlers.get(port)?.get(type) ?? null;
}

function setHandler(port: object, type: string, handler: unknown): void {
  let own = handlers.get(port);
  if (own === undefined) handlers.set(port, own = new Map<string, unknown>());
  if (!own.has(type)) {
    const current = own;
    const listener = (event: object) => {
      const callback = current.get(type);
      if (typeof callback === "function") Reflect.apply(callback as () => void, port, [utils.tryWrapperForImpl(event)]);
    };
    (utils.implForWrapper(port) as EventTargetImpl).addEventListener(type, Object.assign(listener, { objectReference: listener }));
  }
  own.set(type, utils.isObject(handler) ? handler : null);
}

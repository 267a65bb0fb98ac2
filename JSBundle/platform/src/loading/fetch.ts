// `fetch`, `Request` and `Response` over the host's loads. Bodies are whole: there are no streams, so `body` is absent.

import AbortSignal = require("jsdom/lib/jsdom/living/generated/AbortSignal");
import DOMException = require("domexception/webidl2js-wrapper");
import utils = require("jsdom/lib/jsdom/living/generated/utils");
import { parseURLToResultingURLRecord } from "jsdom/lib/jsdom/living/helpers/document-base-url";
import { serializeURL } from "whatwg-url";
import type { ResourceResponse } from "../host";
import type { URLRecord } from "../jsdom-types";
import { registerPlatformClasses } from "../platform-objects";
import { documentOf, type WindowRecord } from "../window/window-record";
import { addBodyMethods, extractBody, type BodyState } from "./body";
import { headerListOf, makeHeaders } from "./headers";
import { loadResource } from "./load-resource";

interface SignalImpl {
  readonly aborted: boolean;
  readonly reason: unknown;
  _addAlgorithm(steps: () => void): void;
}

interface RequestState extends BodyState {
  readonly url: string;
  readonly method: string;
  readonly headers: object;
  readonly signal: object | null;
  readonly options: Readonly<Record<typeof passive[number], string>> & { readonly keepalive: boolean };
}

interface ResponseState extends BodyState {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: object;
  readonly type: string;
  readonly redirected: boolean;
}

/** Options that are kept and shown but change nothing: there is no network and no cache behind the host's schemes. */
const passive = ["mode", "credentials", "cache", "redirect", "referrer", "referrerPolicy", "integrity"] as const;
const passiveDefaults: Readonly<Record<typeof passive[number], string>> = {
  mode: "cors", credentials: "same-origin", cache: "default", redirect: "follow", referrer: "about:client", referrerPolicy: "",
  integrity: "",
};
const nullBodyStatuses = new Set([101, 103, 204, 205, 304]);
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

type Init = Record<string, unknown>;

export function makeFetchInterfaces(record: WindowRecord) {
  const { Headers, fill } = makeHeaders(record);
  const requests = new WeakMap<object, RequestState>();
  const responses = new WeakMap<object, ResponseState>();
  const known = <T>(map: WeakMap<object, T>, instance: object, name: string): T => {
    const state = map.get(instance);
    if (state === undefined) throw new record.TypeError(`Can only be used on instances of ${name}`);
    return state;
  };
  const guarded = (guard: "request" | "response" | "immutable", init?: unknown) => {
    const headers = new Headers();
    const list = headerListOf(headers)!;
    list.guard = guard === "immutable" ? "none" : guard;
    if (init !== undefined && init !== null) fill(headers, init);
    list.guard = guard;
    return headers;
  };
  const addType = (headers: object, type: string | undefined) => {
    const list = headerListOf(headers)!;
    if (type !== undefined && list.get("content-type") === null) list.set("content-type", type);
  };
  const typeOf = (headers: object) => headerListOf(headers)!.get("content-type") ?? "";

  class Request {
    constructor(input: unknown, init: Init = {}) {
      const source = typeof input === "object" && input !== null ? requests.get(input) : undefined;
      const url = source?.url ?? serializeURL(parse(String(input)));
      const method = init["method"] === undefined ? source?.method ?? "GET" : normalMethod(String(init["method"]));
      const headers = guarded("request", init["headers"] ?? (source === undefined ? undefined : source.headers));
      let bytes: Uint8Array | null = null;
      if (init["body"] !== undefined && init["body"] !== null) {
        if (method === "GET" || method === "HEAD") {
          throw new record.TypeError("Request has method 'GET' and cannot have a body");
        }
        const content = extractBody(init["body"]);
        bytes = content.bytes;
        addType(headers, content.type);
      } else if (source !== undefined && source.bytes !== null) {
        if (source.used) throw new record.TypeError("Request input is disturbed or locked");
        bytes = source.bytes;
        source.used = true;
      }
      const options = Object.fromEntries(passive.map(name =>
        [name, init[name] === undefined ? source?.options[name] ?? passiveDefaults[name] : String(init[name])]));
      const signal = init["signal"] === undefined ? source?.signal ?? null : init["signal"] as object | null;
      if (signal !== null && !AbortSignal.is(signal)) throw new record.TypeError("'signal' is not an AbortSignal");
      requests.set(this, {
        url, method, headers, bytes, used: false, signal,
        options: { ...options, keepalive: Boolean(init["keepalive"] ?? source?.options.keepalive) } as RequestState["options"],
      });
    }
    get url() { return known(requests, this, "Request").url; }
    get method() { return known(requests, this, "Request").method; }
    get headers() { return known(requests, this, "Request").headers; }
    get signal() { return known(requests, this, "Request").signal ?? AbortSignal.create(record, []); }
    get mode() { return known(requests, this, "Request").options.mode; }
    get credentials() { return known(requests, this, "Request").options.credentials; }
    get cache() { return known(requests, this, "Request").options.cache; }
    get redirect() { return known(requests, this, "Request").options.redirect; }
    get referrer() { return known(requests, this, "Request").options.referrer; }
    get referrerPolicy() { return known(requests, this, "Request").options.referrerPolicy; }
    get integrity() { return known(requests, this, "Request").options.integrity; }
    get keepalive() { return known(requests, this, "Request").options.keepalive; }
    get destination() { return ""; }
    clone(): Request {
      const state = known(requests, this, "Request");
      if (state.used) throw new record.TypeError("Body is disturbed or locked");
      const copy = new Request(state.url);
      requests.set(copy, { ...state, headers: guarded("request", state.headers) });
      return copy;
    }
  }

  class Response {
    constructor(body: unknown = null, init: Init = {}) {
      const status = init["status"] === undefined ? 200 : Number(init["status"]);
      if (!(status >= 200 && status <= 599)) throw new record.RangeError("Status must be between 200 and 599");
      const statusText = init["statusText"] === undefined ? "" : String(init["statusText"]);
      if (/[^\t\x20-\x7e\x80-\xff]/.test(statusText)) throw new record.TypeError("Status text must be a valid reason-phrase");
      const headers = guarded("response", init["headers"]);
      let bytes: Uint8Array | null = null;
      if (body !== null && body !== undefined) {
        if (nullBodyStatuses.has(status)) throw new record.TypeError("Response cannot have a body with the given status");
        const content = extractBody(body);
        bytes = content.bytes;
        addType(headers, content.type);
      }
      responses.set(this, {
        url: "", status, statusText, headers, bytes, used: false, type: "default", redirected: false,
      });
    }
    static error(): Response {
      return present({ url: "", status: 0, statusText: "", headers: guarded("immutable"), bytes: null, type: "error" });
    }
    static json(data: unknown, init: Init = {}): Response {
      const text = (record.realm.global as typeof globalThis).JSON.stringify(data) as string | undefined;
      if (text === undefined) throw new record.TypeError("Value is not JSON serializable");
      const response = new Response(text, init);
      const { headers } = responses.get(response)!;
      if (headerListOf(init["headers"])?.get("content-type") === undefined) {
        headerListOf(headers)!.set("content-type", "application/json");
      }
      return response;
    }
    static redirect(url: unknown, status: unknown = 302): Response {
      const target = serializeURL(parse(String(url)));
      if (!redirectStatuses.has(Number(status))) throw new record.RangeError("Not a redirect status code");
      return present({
        url: "", status: Number(status), statusText: "", headers: guarded("immutable", { location: target }), bytes: null,
        type: "default",
      });
    }
    get url() { return known(responses, this, "Response").url; }
    get status() { return known(responses, this, "Response").status; }
    get statusText() { return known(responses, this, "Response").statusText; }
    get ok() {
      const { status } = known(responses, this, "Response");
      return status >= 200 && status <= 299;
    }
    get headers() { return known(responses, this, "Response").headers; }
    get type() { return known(responses, this, "Response").type; }
    get redirected() { return known(responses, this, "Response").redirected; }
    clone(): Response {
      const state = known(responses, this, "Response");
      if (state.used) throw new record.TypeError("Body is disturbed or locked");
      return present({ ...state, headers: guarded(headerListOf(state.headers)!.guard as "immutable", state.headers) });
    }
  }

  const present = (state: Omit<ResponseState, "used" | "redirected"> & { readonly redirected?: boolean }): Response => {
    const response = Object.create(Response.prototype) as Response;
    responses.set(response, { redirected: false, ...state, used: false });
    return response;
  };
  const parse = (text: string): URLRecord => {
    const url = parseURLToResultingURLRecord(text, documentOf(record)) as (URLRecord & { username: string; password: string }) | null;
    if (url === null) throw new record.TypeError(`URL is not valid or contains user credentials: '${text}'`);
    if (url.username !== "" || url.password !== "") {
      throw new record.TypeError(`URL is not valid or contains user credentials: '${text}'`);
    }
    return url;
  };
  const normalMethod = (method: string): string => {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(method)) throw new record.TypeError(`'${method}' is not a valid HTTP method`);
    const upper = method.toUpperCase();
    if (["CONNECT", "TRACE", "TRACK"].includes(upper)) throw new record.TypeError(`'${method}' is not a valid HTTP method`);
    return ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"].includes(upper) ? upper : method;
  };

  addBodyMethods(record, Request.prototype, instance => known(requests, instance, "Request"),
    instance => typeOf(known(requests, instance, "Request").headers));
  addBodyMethods(record, Response.prototype, instance => known(responses, instance, "Response"),
    instance => typeOf(known(responses, instance, "Response").headers));
  registerPlatformClasses({ Headers, Request, Response });

  function fetch(input: unknown, init: Init = {}): Promise<unknown> {
    return new record.Promise((resolve, reject) => {
      const request = requests.get(new Request(input, init))!;
      const signal = request.signal === null ? undefined : utils.implForWrapper(request.signal) as SignalImpl;
      const aborted = () => signal!.reason ?? DOMException.create(record, ["Fetch is aborted", "AbortError"]);
      if (signal?.aborted) {
        reject(aborted());
        return;
      }
      const url = request.url.replace(/#.*$/s, "");
      const load = loadResource(record, url, {
        method: request.method,
        headers: headerListOf(request.headers)!.sorted(),
        destination: "fetch",
        ...(request.bytes === null ? {} : { body: request.bytes }),
      });
      signal?._addAlgorithm(() => {
        reject(aborted());
        load.abort();
      });
      load.response.then(
        response => resolve(received(response, url, request.method)),
        () => reject(new record.TypeError("Load failed")),
      );
    });
  }

  const received = (response: ResourceResponse, requested: string, method: string): Response => {
    const empty = method === "HEAD" || nullBodyStatuses.has(response.status);
    return present({
      url: response.url,
      status: response.status,
      statusText: response.statusText,
      headers: guarded("immutable", response.headers),
      bytes: empty ? null : response.body,
      type: "basic",
      redirected: response.url.replace(/#.*$/s, "") !== requested,
    });
  };

  return { fetch, Headers, Request, Response };
}

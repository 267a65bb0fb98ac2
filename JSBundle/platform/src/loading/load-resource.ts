// One door to the outside: everything a document fetches goes through here.

import parseDataURL = require("data-urls");
import type { ResourceRequest, ResourceResponse } from "../host";
import { host } from "../runtime-state";
import { describeFrame, type WindowRecord } from "../window/window-record";
import { postTask } from "../window-task";

export interface Load {
  readonly response: Promise<ResourceResponse>;
  /** Stops the load; the promise then rejects. */
  abort(): void;
}

export interface LoadOptions {
  readonly method?: string;
  readonly headers?: ReadonlyArray<readonly [string, string]>;
  readonly body?: Uint8Array;
  readonly destination: ResourceRequest["destination"];
}

/** Starts loading for a window. The promise rejects with an Error that says why. */
export function loadResource(record: WindowRecord, url: string, options: LoadOptions): Load {
  if (url.startsWith("data:")) return loadDataURL(record, url);
  let identifier: number | undefined;
  let fail!: (error: Error) => void;
  const close = () => {
    if (identifier !== undefined) host().cancelFetch(identifier);
    settled();
    fail(new Error("the load was cancelled"));
  };
  const settled = () => {
    identifier = undefined;
    record.closers.delete(close);
  };
  const response = new Promise<ResourceResponse>((resolve, reject) => {
    fail = reject;
    const request: ResourceRequest = {
      url,
      method: options.method ?? "GET",
      headers: options.headers ?? [],
      destination: options.destination,
      frame: describeFrame(record),
      ...(options.body === undefined ? {} : { body: options.body }),
    };
    identifier = host().fetch(
      request,
      answer => {
        settled();
        resolve(answer);
      },
      message => {
        settled();
        reject(new Error(message));
      },
    );
  });
  // A load that fails after its document is gone has nobody to tell.
  response.catch(() => undefined);
  record.closers.add(close);
  return { response, abort: close };
}

/** The header's value, or undefined; names compare without case. */
export function header(response: ResourceResponse, name: string): string | undefined {
  return response.headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

function loadDataURL(record: WindowRecord, url: string): Load {
  let abort!: () => void;
  const response = new Promise<ResourceResponse>((resolve, reject) => {
    abort = () => reject(new Error("the load was cancelled"));
    const parsed = parseDataURL(url);
    postTask(record, "networking", () => {
      if (parsed === null) {
        reject(new Error("the data URL cannot be read"));
      } else {
        resolve({
          url, status: 200, statusText: "OK", headers: [["Content-Type", parsed.mimeType.toString()]], body: parsed.body,
        });
      }
    });
  });
  response.catch(() => undefined);
  return { response, abort };
}

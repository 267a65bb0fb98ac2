// In place of jsdom's loader of a document's scripts, styles, images and frames: through the host, in document order.

import { fireAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import type { ResourceRequest, ResourceResponse } from "../host";
import type { DocumentImpl, ElementImpl } from "../jsdom-types";
import { host } from "../runtime-state";
import { describeFrame } from "../window/window-record";
import { header, loadResource } from "./load-resource";

interface Handlers {
  readonly element: ElementImpl;
  readonly onLoad?: (body: Uint8Array, response: ResourceResponse) => unknown;
  readonly onError?: (error: unknown) => void;
}

/** What jsdom's elements see of a load: a promise of bytes with the response beside it. */
type Request = Promise<Uint8Array> & {
  response?: { statusCode: number; headers: Record<string, string> };
  abort(): void;
};

const destinations: Readonly<Record<string, ResourceRequest["destination"]>> = {
  script: "script", link: "style", style: "style", img: "image", iframe: "frame", frame: "frame",
};

class DocumentResources {
  readonly #document: DocumentImpl;

  constructor(document: DocumentImpl) {
    this.#document = document;
  }

  fetch(url: string, { element, onLoad, onError }: Handlers): Request | null {
    const document = this.#document;
    const record = document._defaultView;
    if (record === null) return null;
    const load = loadResource(record, url, { destination: destinations[element._localName] ?? "other" });
    let received: ResourceResponse | undefined;
    const bytes = load.response.then(response => {
      received = response;
      if (response.status >= 400) throw new Error(`the answer was ${response.status} ${response.statusText}`.trimEnd());
      request.response = {
        statusCode: response.status,
        headers: { "content-type": header(response, "content-type") ?? defaultType(element) },
      };
      return response.body;
    });
    const request: Request = Object.assign(bytes, { abort: load.abort });
    document._requestManager.add(request);

    const failed = (error: unknown): Promise<void> => {
      document._requestManager.remove(request);
      if (!record.alive) return Promise.resolve();
      onError?.(error);
      fireAnEvent("error", element);
      host().report({
        kind: "uncaught-error",
        level: "error",
        text: `Failed to load ${element._localName} ${url}: ${error instanceof Error ? error.message : String(error)}`,
        sourceURL: describeFrame(record).url,
      });
      return Promise.resolve();
    };
    const loaded = async (data: Uint8Array): Promise<void> => {
      document._requestManager.remove(request);
      if (!record.alive) return;
      try {
        await onLoad?.(data, received!);
      } catch (error) {
        await failed(error);
        return;
      }
      // A frame's element hears of `load` from the frame's own document.
      if (destinations[element._localName] !== "frame") fireAnEvent("load", element);
    };

    if (element._localName === "script" && isAsync(element)) {
      document._asyncQueue.push(request, loaded, failed, document._queue.getLastScript());
    } else if (element._localName === "script" && element.hasAttributeNS(null, "defer")) {
      document._deferQueue.push(request, loaded, failed, false, element);
    } else {
      document._queue.push(request, loaded, failed, false, element);
    }
    return request;
  }
}

/** Scripts that a script inserts do not wait for each other either. */
function isAsync(element: ElementImpl): boolean {
  return element.hasAttributeNS(null, "async");
}

function defaultType(element: ElementImpl): string {
  switch (element._localName) {
    case "script": return "text/javascript";
    case "link": return "text/css";
    case "iframe":
    case "frame": return "text/html";
    default: return "application/octet-stream";
  }
}

export = DocumentResources;

// Images are fetched and announced; their pixels stay unread, so their natural size is only known where the file says it early.

import { fireAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import { parseURLToResultingURLRecord } from "jsdom/lib/jsdom/living/helpers/document-base-url";
import { serializeURL } from "whatwg-url";
import type { ElementImpl } from "./jsdom-types";
import { host } from "./runtime-state";
import { imageSize } from "./image-size";
import { loadResource, type Load } from "./loading/load-resource";
import { describeFrame } from "./window/window-record";

/** The fields of jsdom's image element that its getters read. */
interface ImageElementImpl extends ElementImpl {
  _image?: { naturalWidth: number; naturalHeight: number };
  _currentSrc: string | null;
  _currentRequestState: "unavailable" | "broken" | "completely available";
}

const loads = new WeakMap<ImageElementImpl, Load>();

/** Called when an attribute that names the image changed. */
export function updateImage(image: ImageElementImpl): void {
  const document = image._ownerDocument;
  const record = document._defaultView;
  loads.get(image)?.abort();
  loads.delete(image);
  image._image = { naturalWidth: 0, naturalHeight: 0 };
  image._currentSrc = null;
  image._currentRequestState = "unavailable";
  const source = image.getAttributeNS(null, "src");
  if (record === null || source === null || source === "") return;
  const url = parseURLToResultingURLRecord(source, document);
  if (url === null) {
    image._currentRequestState = "broken";
    return;
  }
  const text = serializeURL(url);
  image._currentSrc = text;
  const load = loadResource(record, text, { destination: "image" });
  loads.set(image, load);
  const answered = load.response.then(
    response => {
      if (loads.get(image) !== load || !record.alive) return;
      const size = response.status < 400 ? imageSize(response.body) : undefined;
      if (size === undefined) {
        failed(`the answer is not an image (status ${response.status})`);
        return;
      }
      image._image = { naturalWidth: size.width, naturalHeight: size.height };
      image._currentRequestState = "completely available";
      fireAnEvent("load", image);
    },
    (error: Error) => {
      if (loads.get(image) === load && record.alive) failed(error.message);
    },
  );
  const failed = (reason: string) => {
    image._currentRequestState = "broken";
    fireAnEvent("error", image);
    host().report({
      kind: "uncaught-error", level: "error", text: `Failed to load img ${text}: ${reason}`, sourceURL: describeFrame(record).url,
    });
  };
  // The document's own `load` waits for its images.
  document._queue.push(answered, null, null, false);
}

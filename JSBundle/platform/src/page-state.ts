import { isOpaque } from "./origin";
import type { PageInit, UserScript } from "./platform";
import type { OriginData, WindowRecord } from "./window/window-record";
import type { CookieJar } from "./stand-ins/tough-cookie";

/** What all windows of one page share, however often its document is replaced. */
export interface PageState {
  readonly init: PageInit;
  readonly cookieJar: CookieJar;
  readonly storage: Map<string, StorageAreas>;
  handlerNames: readonly string[];
  userScripts: readonly UserScript[];
  /** Windows alive now, the main one first. */
  readonly windows: Set<WindowRecord>;
  nextFrameIdentifier: number;
  /** The window of the main frame; undefined before the first is made and after the page closed. */
  main: WindowRecord | undefined;
}

/** Storage that outlives documents. */
export interface StorageAreas {
  readonly localStorageArea: Map<string, string>;
  readonly sessionStorageArea: Map<string, string>;
}

/** The storage of an origin with the windows that are open on it; opaque origins share nothing. */
export function originData(page: PageState, origin: string): OriginData {
  let areas = isOpaque(origin) ? undefined : page.storage.get(origin);
  if (areas === undefined) {
    areas = { localStorageArea: new Map(), sessionStorageArea: new Map() };
    if (!isOpaque(origin)) page.storage.set(origin, areas);
  }
  const windowsInSameOrigin = [...page.windows].filter(window => window._origin === origin);
  return { ...areas, windowsInSameOrigin };
}

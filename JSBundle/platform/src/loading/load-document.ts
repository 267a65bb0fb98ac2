// Brings a document into a window: user scripts, parsing, the events at the end, and what the host is told of it.

import { fireAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import { fireAPageTransitionEvent } from "jsdom/lib/jsdom/living/helpers/page-transition-event";
import { parseIntoDocument } from "jsdom/lib/jsdom/browser/parser";
import { documentParsed, emptyDocumentParsed } from "../document-end";
import type { DocumentEvent } from "../host";
import type { DocumentImpl } from "../jsdom-types";
import { host } from "../runtime-state";
import { reportException } from "../errors";
import { runScript } from "../scripts";
import { runFor } from "../running-window";
import { describeFrame, documentOf, windowTarget, type WindowRecord } from "../window/window-record";

export interface LoadOptions {
  /** The document needs nothing from outside: it is complete when the call returns. */
  readonly empty?: boolean;
  /** A document nobody asked for: without user scripts, and the host is not told. */
  readonly silent?: boolean;
  readonly loaded?: () => void;
}

/** Parses markup into the window's document and runs what follows from it. */
export function loadDocument(record: WindowRecord, markup: string, options: LoadOptions = {}): void {
  const document = documentOf(record);
  const tell = (event: DocumentEvent, detail?: string) => {
    if (!options.silent && record.alive) host().documentEvent(describeFrame(record), event, detail);
  };
  tell("committed");
  document._lifecycle = {
    contentLoaded: () => {
      if (!options.silent) runUserScripts(record, "end");
      tell("domContentLoaded");
    },
    loaded: () => finishLoading(record, document, tell, options),
  };
  if (!options.silent && hasUserScripts(record, "start")) {
    document._onRootElement = parsed => {
      if (parsed.documentElement === null) return;
      parsed._onRootElement = undefined;
      runUserScripts(record, "start");
    };
  }
  try {
    runFor(record, () => parseIntoDocument(markup, document));
  } catch (error) {
    // Only XML can fail to parse; the document stays as far as it got.
    tell("failed", error instanceof Error ? error.message : String(error));
    reportException(record, error, document.URL);
    return;
  }
  if (!record.alive) return;
  if (options.empty) emptyDocumentParsed(document);
  else documentParsed(document);
}

function finishLoading(
  record: WindowRecord, document: DocumentImpl, tell: (event: DocumentEvent) => void, options: LoadOptions,
): void {
  if (!record.alive) return;
  fireAnEvent("load", windowTarget(record), undefined, {}, true);
  if (!record.alive) return;
  if (!document._pageShowingFlag) {
    document._pageShowingFlag = true;
    fireAPageTransitionEvent("pageshow", windowTarget(record), false);
  }
  tell("loaded");
  options.loaded?.();
}

function applicableScripts(record: WindowRecord, time: "start" | "end") {
  return record.page.userScripts.filter(script => script.time === time && (record.isMainFrame || !script.mainFrameOnly));
}

function hasUserScripts(record: WindowRecord, time: "start" | "end"): boolean {
  return applicableScripts(record, time).length > 0;
}

/** One that throws does not stop the next. */
function runUserScripts(record: WindowRecord, time: "start" | "end"): void {
  applicableScripts(record, time).forEach((script, index) => {
    runScript(record, script.source, `user-script:${index + 1}`);
  });
}

// `selectionchange`: a task after the selection changed, one for however many changes came before it.

import { fireAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import { documentOf, slot, type WindowRecord } from "./window/window-record";
import { postTask } from "./window-task";

const stateOf = slot(() => ({ scheduled: false }));

/** Called by jsdom's selection for each change. */
export function selectionChanged(record: WindowRecord): void {
  const state = stateOf(record);
  if (state.scheduled || !record.alive) return;
  state.scheduled = true;
  postTask(record, "user-interaction", () => {
    state.scheduled = false;
    fireAnEvent("selectionchange", documentOf(record));
  });
}

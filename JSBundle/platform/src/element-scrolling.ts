// The scroll position of elements: kept as it was set, since nothing limits it without layout.

import { fireAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import type { ElementImpl } from "./jsdom-types";
import { finite } from "./viewport";
import type { WindowRecord } from "./window/window-record";
import { postTask } from "./window-task";

interface Position {
  x: number;
  y: number;
  announced: boolean;
}

const positions = new WeakMap<ElementImpl, Position>();
const origin: Readonly<Position> = { x: 0, y: 0, announced: false };

export function scrollPosition(element: ElementImpl): Readonly<Position> {
  return positions.get(element) ?? origin;
}

/** Moves an element's content; a `scroll` event follows as a task, one for several moves. */
export function scrollElement(record: WindowRecord, element: ElementImpl, to: { readonly x?: unknown; readonly y?: unknown }): void {
  let position = positions.get(element);
  if (position === undefined) positions.set(element, position = { ...origin });
  const x = to.x === undefined ? position.x : Math.max(0, finite(to.x));
  const y = to.y === undefined ? position.y : Math.max(0, finite(to.y));
  if (x === position.x && y === position.y) return;
  position.x = x;
  position.y = y;
  if (position.announced) return;
  position.announced = true;
  const moved = position;
  postTask(record, "rendering", () => {
    moved.announced = false;
    fireAnEvent("scroll", element);
  });
}

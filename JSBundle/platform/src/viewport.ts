// The window's size and scroll position. There is no layout, so the position is whatever it was set to.

import { fireAnEvent } from "jsdom/lib/jsdom/living/helpers/events";
import { postTask } from "./window-task";
import { documentOf, slot, type WindowRecord } from "./window/window-record";

interface ScrollState {
  x: number;
  y: number;
  announced: boolean;
}

const scrollOf = slot<ScrollState>(() => ({ x: 0, y: 0, announced: false }));

interface Definers {
  readonly value: (name: string, content: unknown) => void;
  readonly replaceable: (name: string, get: () => unknown) => void;
}

export function installViewport(record: WindowRecord, { value, replaceable }: Definers): void {
  const { width, height } = record.page.init;
  const constants: Readonly<Record<string, number>> = {
    devicePixelRatio: 1, innerWidth: width, innerHeight: height, outerWidth: width, outerHeight: height,
    screenX: 0, screenY: 0, screenLeft: 0, screenTop: 0,
  };
  for (const [name, number] of Object.entries(constants)) replaceable(name, () => number);
  for (const name of ["scrollX", "pageXOffset"]) replaceable(name, () => scrollOf(record).x);
  for (const name of ["scrollY", "pageYOffset"]) replaceable(name, () => scrollOf(record).y);

  const scrollTo = (first?: unknown, second?: unknown) => {
    const state = scrollOf(record);
    const [x, y] = positionFrom(first, second, state);
    moveTo(record, x, y);
  };
  value("scrollTo", scrollTo);
  value("scroll", scrollTo);
  value("scrollBy", (first?: unknown, second?: unknown) => {
    const state = scrollOf(record);
    const [x, y] = positionFrom(first, second, { x: 0, y: 0 });
    moveTo(record, state.x + x, state.y + y);
  });
}

/** Reads `(x, y)` or `({left, top})`; what is missing stays as it is. */
export function positionFrom(
  first: unknown, second: unknown, current: { readonly x: number; readonly y: number },
): [x: number, y: number] {
  if (typeof first === "object" && first !== null) {
    const { left, top } = first as { left?: unknown; top?: unknown };
    return [left === undefined ? current.x : finite(left), top === undefined ? current.y : finite(top)];
  }
  return [first === undefined ? current.x : finite(first), second === undefined ? current.y : finite(second)];
}

export function finite(value: unknown): number {
  const number = Number(value);
  return Number.isFinite(number) ? number : 0;
}

function moveTo(record: WindowRecord, x: number, y: number): void {
  const state = scrollOf(record);
  const [newX, newY] = [Math.max(0, x), Math.max(0, y)];
  if (newX === state.x && newY === state.y) return;
  state.x = newX;
  state.y = newY;
  if (state.announced) return;
  state.announced = true;
  postTask(record, "rendering", () => {
    state.announced = false;
    fireAnEvent("scroll", documentOf(record), undefined, { bubbles: true });
  });
}

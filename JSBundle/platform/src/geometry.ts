// Rectangles. Nothing is laid out, so every box is empty and at the origin; the classes are real.

import { registerPlatformClasses } from "./platform-objects";
import { slot, type WindowRecord } from "./window/window-record";

interface RectInit {
  readonly x?: unknown;
  readonly y?: unknown;
  readonly width?: unknown;
  readonly height?: unknown;
}

function makeGeometryInterfaces(record: WindowRecord) {
  const number = (value: unknown) => value === undefined ? 0 : Number(value);

  class DOMRectReadOnly {
    protected _x: number;
    protected _y: number;
    protected _width: number;
    protected _height: number;
    constructor(x?: unknown, y?: unknown, width?: unknown, height?: unknown) {
      [this._x, this._y, this._width, this._height] = [number(x), number(y), number(width), number(height)];
      for (const name of ["_x", "_y", "_width", "_height"]) Object.defineProperty(this, name, { enumerable: false });
    }
    static fromRect(init: RectInit = {}) {
      return new this(init.x, init.y, init.width, init.height);
    }
    get x() { return this._x; }
    get y() { return this._y; }
    get width() { return this._width; }
    get height() { return this._height; }
    get left() { return Math.min(this._x, this._x + this._width); }
    get right() { return Math.max(this._x, this._x + this._width); }
    get top() { return Math.min(this._y, this._y + this._height); }
    get bottom() { return Math.max(this._y, this._y + this._height); }
    toJSON(): object {
      const { x, y, width, height, top, right, bottom, left } = this;
      return Object.assign(new record.Object(), { x, y, width, height, top, right, bottom, left });
    }
  }

  class DOMRect extends DOMRectReadOnly {
    override get x() { return this._x; }
    override set x(value: number) { this._x = Number(value); }
    override get y() { return this._y; }
    override set y(value: number) { this._y = Number(value); }
    override get width() { return this._width; }
    override set width(value: number) { this._width = Number(value); }
    override get height() { return this._height; }
    override set height(value: number) { this._height = Number(value); }
  }

  class DOMRectList {
    readonly #rects: readonly DOMRect[];
    readonly [index: number]: DOMRect;
    constructor(rects: readonly DOMRect[] = []) {
      this.#rects = rects;
      rects.forEach((rect, index) => Object.defineProperty(this, index, { value: rect, enumerable: true, configurable: true }));
    }
    get length() { return this.#rects.length; }
    item(index: unknown) { return this.#rects[Number(index) >>> 0] ?? null; }
    [Symbol.iterator]() { return this.#rects[Symbol.iterator](); }
  }

  registerPlatformClasses({ DOMRect, DOMRectReadOnly, DOMRectList });
  return { DOMRect, DOMRectReadOnly, DOMRectList };
}

/** The geometry classes of a window. */
export const geometryInterfacesOf = slot(makeGeometryInterfaces);

/** The box of something that was never laid out. */
export function emptyRect(record: WindowRecord): object {
  return new (geometryInterfacesOf(record).DOMRect)(0, 0, 0, 0);
}

/** The boxes of a range: none, as nothing was laid out. */
export function noRects(record: WindowRecord): object {
  return new (geometryInterfacesOf(record).DOMRectList)();
}

const ranges = new WeakMap<object, readonly object[]>();

/** Notes what an input event is about to change, as static ranges. */
export function setTargetRanges(event: object, targets: readonly object[]): void {
  ranges.set(event, targets);
}

export function targetRangesOf(event: object): readonly object[] {
  return ranges.get(event) ?? [];
}

/** What `navigator.hardwareConcurrency` counts; a page has one thread to itself and should plan for little more. */
export function cpus(): readonly unknown[] {
  return new Array<unknown>(2);
}

/** Resolves with the next event of a type. */
export function nextEvent<T extends Event>(target: EventTarget, type: string): Promise<T> {
  return new Promise(resolve => target.addEventListener(type, event => resolve(event as T), { once: true }));
}

/** Resolves in a task of its own, after those that wait already. */
export function nextTask(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0));
}

/** Resolves when the condition holds; the test's own time limit ends a wait in vain. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTask();
}

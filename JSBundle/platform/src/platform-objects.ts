const prototypes = new WeakSet<object>();

/** Notes the prototypes of platform classes, whose instances are not ordinary objects. */
export function registerPlatformClasses(constructors: Readonly<Record<string, { readonly prototype: object }>>): void {
  for (const [name, { prototype }] of Object.entries(constructors)) {
    prototypes.add(prototype);
    Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
    for (const member of Object.getOwnPropertyNames(prototype)) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, member)!;
      if (member !== "constructor" && descriptor.configurable) {
        Object.defineProperty(prototype, member, { ...descriptor, enumerable: true });
      }
    }
  }
}

export function isPlatformObject(value: object): boolean {
  for (let prototype = Object.getPrototypeOf(value) as object | null; prototype !== null;) {
    if (prototypes.has(prototype)) return true;
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return false;
}

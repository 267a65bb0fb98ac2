// The four functions of Node's `util` that mocha and chai's parts name, as far as they use them.

export function inherits(constructor, superConstructor) {
  Object.setPrototypeOf(constructor.prototype, superConstructor.prototype);
  Object.setPrototypeOf(constructor, superConstructor);
}

export function format(text, ...values) {
  const rest = [...values];
  const filled = String(text).replace(/%[sdijoO%]/g, (mark) => {
    if (mark === "%%") return "%";
    if (rest.length === 0) return mark;
    const value = rest.shift();
    return mark === "%s" || mark === "%d" || mark === "%i" ? String(value) : inspect(value);
  });
  return [filled, ...rest.map((value) => (typeof value === "string" ? value : inspect(value)))].join(" ");
}

export function inspect(value) {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

export const types = { isProxy: () => false };

export default { inherits, format, inspect, types };

// mocha shortens file names in stack traces with this; a page has no files.
export const sep = "/";
export const join = (...parts) => parts.join("/");
export const resolve = join;
export default { sep, join, resolve };

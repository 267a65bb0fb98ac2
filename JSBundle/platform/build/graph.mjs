// Finds every module the platform needs: ours, then whatever those require from the Node packages, after codemods.

import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { packageRoot } from "./packages.mjs";
import { codemodFor } from "./codemods.mjs";
import { makeRequiresLazy, parse, requireCalls } from "./lazy-requires.mjs";

/**
 * Collects the modules reachable from `entry`.
 *
 * - `ownSources`: map from absolute path (without extension) of our modules to their JavaScript text.
 * - `replacements`: map from a specifier, or from a package-relative path, to the absolute path of our module that stands in.
 */
export function collectModules({ entry, ownSources, replacements }) {
  const modules = new Map();
  const pending = [entry];

  const resolve = (specifier, from) => {
    if (replacements.has(specifier)) return replacements.get(specifier);
    let file;
    if (ownSources.has(from) && specifier.startsWith(".")) {
      file = path.resolve(path.dirname(from), specifier);
      if (ownSources.has(file)) return file;
      if (ownSources.has(`${file}/index`)) return `${file}/index`;
      throw new Error(`${from}: no module ${specifier}`);
    }
    file = specifier.startsWith(".") || ownSources.has(from) ? undefined : tryResolve(createRequire(from), specifier);
    if (specifier.startsWith(".")) file = createRequire(from).resolve(specifier);
    file ??= tryResolve(anywhere, path.join(packageRoot, specifier));
    if (file === undefined) throw new Error(`${from} requires "${specifier}", which is not below ${packageRoot}`);
    if (!path.isAbsolute(file)) {
      throw new Error(`${from} requires the Node module "${specifier}", for which there is no stand-in`);
    }
    const inPackages = path.relative(packageRoot, file);
    return replacements.get(inPackages) ?? file;
  };

  while (pending.length > 0) {
    const file = pending.pop();
    if (modules.has(file)) continue;
    const name = ownSources.has(file) ? null : path.relative(packageRoot, file);
    let text = ownSources.get(file) ?? fs.readFileSync(file, "utf8");
    if (file.endsWith(".json")) {
      text = `module.exports = ${text};`;
    } else {
      if (name !== null) text = codemodFor(name)(text, name);
      text = makeRequiresLazy(text, file);
    }
    const tree = parse(text, file);
    const dependencies = new Map();
    const calls = requireCalls(tree).map(call => {
      const target = resolve(call.specifier, file);
      dependencies.set(call.specifier, target);
      pending.push(target);
      return { ...call, target };
    });
    modules.set(file, { file, name, text, calls });
  }
  return modules;
}

const anywhere = createRequire(import.meta.url);

function tryResolve(require, specifier) {
  try {
    return require.resolve(specifier);
  } catch {
    return undefined;
  }
}

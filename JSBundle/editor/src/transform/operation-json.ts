import { isBlockType, isEmbedType, isMarkType } from "../model";
import { DocumentOperation } from "./operation";

type Check = (value: unknown) => boolean;
type Shape = { readonly [name: string]: Check };

const isString: Check = (value) => typeof value === "string";
const isOffset: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
const isObject: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const hasShape =
  (shape: Shape): Check =>
  (value) =>
    isObject(value) && shapeProblem(value as object, shape) === undefined;

const isMarkChange = hasShape({
  type: (value) => typeof value === "string" && isMarkType(value),
  start: isOffset,
  end: isOffset,
  attributes: (value) => value === null || isObject(value),
});

const isPatch = hasShape({
  type: optional((value) => typeof value === "string" && isBlockType(value)),
  depth: optional(isOffset),
  attributes: optional(isObject),
  marks: optional((value) => Array.isArray(value) && value.every(isMarkChange)),
});

const isEmbed = hasShape({
  type: (value) => typeof value === "string" && isEmbedType(value),
  attributes: isObject,
});

const shapes: { readonly [type in DocumentOperation["type"]]: Shape } = {
  insertText: { blockID: isString, offset: isOffset, text: isString },
  deleteRange: { blockID: isString, start: isOffset, end: isOffset },
  splitBlock: { blockID: isString, offset: isOffset, newBlockID: isString },
  mergeBlocks: { leadingID: isString, trailingID: isString },
  setAttributes: { targetID: isString, patch: isPatch },
  insertEmbed: { parentID: isString, index: isOffset, embed: isEmbed },
};

/** The first name that is missing, wrong or unknown. */
function shapeProblem(value: object, shape: Shape): string | undefined {
  const fields = value as { readonly [name: string]: unknown };
  const wrong = Object.keys(shape).find((name) => !shape[name](fields[name]));
  return wrong ?? Object.keys(fields).find((name) => !Object.prototype.hasOwnProperty.call(shape, name));
}

/** Says which part of a value from outside keeps it from being an operation, or nothing: then it is one. */
export function operationProblem(value: unknown): string | undefined {
  if (!isObject(value)) return "is not an object";
  const { type, ...fields } = value as { type?: unknown };
  if (typeof type !== "string" || !Object.prototype.hasOwnProperty.call(shapes, type)) {
    return "type: is not a type of operation";
  }
  const name = shapeProblem(fields, shapes[type as DocumentOperation["type"]]);
  return name === undefined ? undefined : `${name}: does not belong to the form of ${type}`;
}

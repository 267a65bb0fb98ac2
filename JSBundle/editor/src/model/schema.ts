import { Attributes, AttributeValue } from "./attributes";
import { Block, BlockType } from "./block";
import { Embed, embedCharacter, EmbedType } from "./embed";
import { Mark, MarkType } from "./mark";
import { hasLoneSurrogate, offsetProblem } from "./position";

/** What may stand directly below a block. */
export type ChildRule = "none" | "flow" | "rows" | "cells";

/** What an attribute must be; answers what is wrong with a value, or nothing. */
type AttributeRule = (value: AttributeValue) => string | undefined;

interface AttributeSpec {
  readonly rule: AttributeRule;
  readonly required: boolean;
}

/** What the schema says about one type of block. */
export interface BlockSpec {
  /** Whether the block has text of its own. */
  readonly text: boolean;
  /** Whether its text may carry marks and embeds; code does not. */
  readonly inline: boolean;
  readonly children: ChildRule;
  readonly attributes: { readonly [name: string]: AttributeSpec };
  /** Whether attributes with other names are allowed as well. */
  readonly open: boolean;
}

const isString: AttributeRule = (value) => (typeof value === "string" ? undefined : "is not a string");
const isBoolean: AttributeRule = (value) => (typeof value === "boolean" ? undefined : "is not true or false");

/** What may be left out is left out when there is nothing to say, so that it is said in one way. */
const isFilledString: AttributeRule = (value) =>
  isString(value) ?? (value === "" ? "is empty; without a value the attribute is left out" : undefined);

function isIntegerBetween(low: number, high: number): AttributeRule {
  return (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= low && value <= high
      ? undefined
      : `is not a whole number from ${low} to ${high}`;
}

const alignments: readonly AttributeValue[] = ["none", "left", "center", "right"];
const isAlignment: AttributeRule = (value) =>
  Array.isArray(value) && value.every((column) => alignments.includes(column))
    ? undefined
    : 'is not a list of "none", "left", "center" and "right"';

const required = (rule: AttributeRule): AttributeSpec => ({ rule, required: true });
const optional = (rule: AttributeRule): AttributeSpec => ({ rule, required: false });

function spec(children: ChildRule, text: boolean, attributes: BlockSpec["attributes"] = {}): BlockSpec {
  return { text, inline: text, children, attributes, open: false };
}

const imageAttributes = { src: required(isString), alt: optional(isFilledString), title: optional(isFilledString) };

/** What the schema says about every type of block. */
export const blockSpecs: { readonly [type in BlockType]: BlockSpec } = {
  paragraph: spec("none", true),
  heading: spec("none", true, { level: required(isIntegerBetween(1, 6)) }),
  bulletItem: spec("flow", true),
  orderedItem: spec("flow", true, { start: optional(isIntegerBetween(0, 999_999_999)) }),
  taskItem: spec("flow", true, { checked: required(isBoolean) }),
  quote: spec("flow", true),
  codeBlock: { ...spec("none", true, { language: optional(isFilledString) }), inline: false },
  divider: spec("none", false),
  table: spec("rows", false, { alignment: optional(isAlignment) }),
  tableRow: spec("cells", false),
  tableCell: spec("none", true),
  image: spec("none", false, imageAttributes),
  embed: { ...spec("none", false), open: true },
  raw: spec("none", false, { source: required(isString), kind: optional(isFilledString) }),
};

const markSpecs: { readonly [type in MarkType]: BlockSpec["attributes"] } = {
  bold: {},
  italic: {},
  strike: {},
  code: {},
  link: { href: required(isString), title: optional(isFilledString) },
};

const embedSpecs: { readonly [type in EmbedType]: BlockSpec["attributes"] } = {
  mention: { id: required(isString), label: required(isString) },
  image: imageAttributes,
  raw: { source: required(isString) },
};

const own = (object: object, name: string): boolean => Object.prototype.hasOwnProperty.call(object, name);

export function isBlockType(name: string): name is BlockType {
  return own(blockSpecs, name);
}

export function isMarkType(name: string): name is MarkType {
  return own(markSpecs, name);
}

export function isEmbedType(name: string): name is EmbedType {
  return own(embedSpecs, name);
}

/** Whether a block is an item of a list. */
export function isListItem(type: BlockType): type is "bulletItem" | "orderedItem" | "taskItem" {
  return type === "bulletItem" || type === "orderedItem" || type === "taskItem";
}

/** Whether the caret can stand in a block of this type. */
export function holdsText(type: BlockType): boolean {
  return blockSpecs[type].text;
}

/** Whether a block of type `child` may stand directly below one of type `parent`, or at the top. */
export function allowsChild(parent: BlockType | undefined, child: BlockType): boolean {
  switch (parent === undefined ? "flow" : blockSpecs[parent].children) {
    case "none":
      return false;
    case "flow":
      return child !== "tableRow" && child !== "tableCell";
    case "rows":
      return child === "tableRow";
    case "cells":
      return child === "tableCell";
  }
}

/** Something that does not fit the schema, and where in the block it is. */
export interface SchemaProblem {
  readonly path: string;
  readonly message: string;
}

function attributesProblem(
  attributes: Attributes,
  specs: BlockSpec["attributes"],
  open: boolean,
  owner: string,
): SchemaProblem | undefined {
  for (const name of Object.keys(attributes)) {
    if (!own(specs, name)) {
      if (open && attributes[name] !== null) continue;
      const message = open ? "is null" : `${owner} has no attribute of this name`;
      return { path: `attributes.${name}`, message };
    }
    const message = specs[name].rule(attributes[name]);
    if (message !== undefined) return { path: `attributes.${name}`, message };
  }
  for (const name of Object.keys(specs)) {
    if (specs[name].required && !own(attributes, name)) {
      return { path: `attributes.${name}`, message: `${owner} needs this attribute` };
    }
  }
  return undefined;
}

/** Says what is wrong with the attributes of a block of this type, or nothing. */
export function blockAttributesProblem(type: BlockType, attributes: Attributes): SchemaProblem | undefined {
  return attributesProblem(attributes, blockSpecs[type].attributes, blockSpecs[type].open, type);
}

/** Keeps those attributes that a type knows: what is left of a block's attributes when its type changes. */
export function attributesFor(type: BlockType, attributes: Attributes): Attributes {
  const specs = blockSpecs[type];
  const names = Object.keys(attributes);
  const kept = names.filter((name) => specs.open || own(specs.attributes, name));
  if (kept.length === names.length) return attributes;
  return Object.fromEntries(kept.map((name) => [name, attributes[name]]));
}

/** Says what is wrong with an embed, or nothing. */
export function embedProblem(embed: Embed): SchemaProblem | undefined {
  if (!isEmbedType(embed.type)) return { path: "type", message: `there is no embed type "${String(embed.type)}"` };
  return attributesProblem(embed.attributes, embedSpecs[embed.type], false, embed.type);
}

/** Says what is wrong with a mark on a text, or nothing. */
export function markProblem(mark: Mark, text: string): SchemaProblem | undefined {
  if (!isMarkType(mark.type)) return { path: "type", message: `there is no mark type "${String(mark.type)}"` };
  for (const edge of ["start", "end"] as const) {
    const message = offsetProblem(text, mark[edge]);
    if (message !== undefined) return { path: edge, message };
  }
  if (mark.start >= mark.end) return { path: "end", message: `end ${mark.end} is not after start ${mark.start}` };
  return attributesProblem(mark.attributes, markSpecs[mark.type], false, mark.type);
}

/** Says what is wrong with text that is to go into a block, or nothing. */
export function textProblem(text: string): string | undefined {
  if (text.includes("\0")) return "holds the character U+0000";
  if (text.includes("\r")) return "holds a carriage return; lines end with U+000A";
  return hasLoneSurrogate(text) ? "holds half a surrogate pair" : undefined;
}

/** Says what is wrong with a block from outside, or nothing. Nesting is not looked at: the outline repairs it. */
export function blockProblem(block: Block): SchemaProblem | undefined {
  const rules = blockSpecs[block.type];
  const attributes = blockAttributesProblem(block.type, block.attributes);
  if (attributes !== undefined) return attributes;
  const text = textProblem(block.text);
  if (text !== undefined) return { path: "text", message: text };
  if (!rules.text && block.text.length > 0) return { path: "text", message: `${block.type} has no text` };
  if (!rules.inline && block.marks.length > 0) return { path: "marks", message: `${block.type} has no marks` };
  for (let index = 0; index < block.marks.length; index++) {
    const problem = markProblem(block.marks[index], block.text);
    if (problem !== undefined) return { path: `marks[${index}].${problem.path}`, message: problem.message };
  }
  return embedsProblem(block, rules);
}

function embedsProblem(block: Block, rules: BlockSpec): SchemaProblem | undefined {
  if (!rules.inline && block.embeds.length > 0) return { path: "embeds", message: `${block.type} has no embeds` };
  let last = -1;
  for (let index = 0; index < block.embeds.length; index++) {
    const embed = block.embeds[index];
    const problem = embedProblem(embed);
    if (problem !== undefined) return { path: `embeds[${index}].${problem.path}`, message: problem.message };
    if (embed.offset <= last) return { path: `embeds[${index}].offset`, message: "embeds are not in order" };
    if (block.text[embed.offset] !== embedCharacter) {
      return { path: `embeds[${index}].offset`, message: `the text has no U+FFFC at ${embed.offset}` };
    }
    last = embed.offset;
  }
  return undefined;
}

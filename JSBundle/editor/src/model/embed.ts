import { Attributes, attributesEqual } from "./attributes";

/**
 * The things that stand inside text and count as one character: a mention of a person, an inline image, and a piece of
 * inline source the model has no other form for.
 */
export type EmbedType = "mention" | "image" | "raw";

/** An inline thing without its place. */
export interface Embed {
  readonly type: EmbedType;
  readonly attributes: Attributes;
}

/** An inline thing at its place; the text holds `embedCharacter` at `offset`. */
export interface PlacedEmbed extends Embed {
  readonly offset: number;
}

/** The object replacement character that stands in the text for an embed. */
export const embedCharacter = "\uFFFC";

/** The one value for "no embeds". */
export const noEmbeds: readonly PlacedEmbed[] = Object.freeze([]);

/** Compares two embed lists by content, in their order. */
export function embedsEqual(left: readonly PlacedEmbed[], right: readonly PlacedEmbed[]): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  return left.every((embed, index) => {
    const other = right[index];
    return (
      embed.offset === other.offset &&
      embed.type === other.type &&
      attributesEqual(embed.attributes, other.attributes)
    );
  });
}

/** Moves embeds for text that came in. */
export function shiftEmbedsForInsertion(
  embeds: readonly PlacedEmbed[],
  offset: number,
  length: number,
): readonly PlacedEmbed[] {
  if (embeds.length === 0) return embeds;
  return embeds.map((embed) => (embed.offset >= offset ? { ...embed, offset: embed.offset + length } : embed));
}

/** Moves embeds for text that went away; those inside the range go with it. */
export function shiftEmbedsForDeletion(
  embeds: readonly PlacedEmbed[],
  start: number,
  end: number,
): readonly PlacedEmbed[] {
  if (embeds.length === 0) return embeds;
  const result: PlacedEmbed[] = [];
  for (const embed of embeds) {
    if (embed.offset < start) result.push(embed);
    else if (embed.offset >= end) result.push({ ...embed, offset: embed.offset - (end - start) });
  }
  return result.length === 0 ? noEmbeds : result;
}

/** The embeds of a range, with offsets counted from its start. */
export function sliceEmbeds(embeds: readonly PlacedEmbed[], start: number, end: number): readonly PlacedEmbed[] {
  if (embeds.length === 0) return embeds;
  const result = embeds
    .filter((embed) => embed.offset >= start && embed.offset < end)
    .map((embed) => ({ ...embed, offset: embed.offset - start }));
  return result.length === 0 ? noEmbeds : result;
}

/** What an attribute may hold: JSON, never changed once it is in a document. */
export type AttributeValue =
  | string
  | number
  | boolean
  | null
  | readonly AttributeValue[]
  | { readonly [name: string]: AttributeValue };

/** The named attributes of a block, a mark or an embed. */
export type Attributes = { readonly [name: string]: AttributeValue };

/** The one value for "no attributes", shared so that comparing two empty sets is a comparison of identity. */
export const noAttributes: Attributes = Object.freeze({});

/** Compares two attribute values by content; the order of names does not matter. */
export function attributeValuesEqual(left: AttributeValue, right: AttributeValue): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((value, index) => attributeValuesEqual(value, right[index]));
  }
  return attributesEqual(left as Attributes, right as Attributes);
}

/** Compares two attribute sets by content; the order of names does not matter. */
export function attributesEqual(left: Attributes, right: Attributes): boolean {
  if (left === right) return true;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  for (const name of names) {
    if (!Object.prototype.hasOwnProperty.call(right, name)) return false;
    if (!attributeValuesEqual(left[name], right[name])) return false;
  }
  return true;
}

/** The document as an immutable value. In the order to read them: */
export {
  type AttributeValue,
  type Attributes,
  attributesEqual,
  attributeValuesEqual,
  noAttributes,
} from "./attributes";
export {
  type Mark,
  type MarkType,
  markTypes,
  noMarks,
  normalizeMarks,
  cutCode,
  addMark,
  removeMark,
  sameMark,
  marksEqual,
} from "./mark";
export { shiftMarksForInsertion, shiftMarksForDeletion, sliceMarks } from "./mark";
export { type Embed, type EmbedType, type PlacedEmbed, embedCharacter, noEmbeds, embedsEqual } from "./embed";
export { shiftEmbedsForInsertion, shiftEmbedsForDeletion, sliceEmbeds } from "./embed";
export { Block, type BlockFields, type BlockID, type BlockType, blocksEqual, sameContent } from "./block";
export { type IdentifierGenerator, randomIdentifiers, seededIdentifiers, seededRandom } from "./identifiers";
export {
  type Position,
  positionsEqual,
  splitsSurrogatePair,
  offsetProblem,
  checkOffset,
  clampOffset,
  hasLoneSurrogate,
} from "./position";
export {
  type BlockSpec,
  type ChildRule,
  type SchemaProblem,
  blockSpecs,
  isBlockType,
  isEmbedType,
  isMarkType,
  isListItem,
  holdsText,
  allowsChild,
  attributesFor,
  blockAttributesProblem,
  blockProblem,
  embedProblem,
  markProblem,
  textProblem,
} from "./schema";
export { BlockDocument, type DocumentExtras } from "./document";
export { type OutlineNode, outline, flatten, isWellNested } from "./outline";
export {
  type BlockJSON,
  type DocumentJSON,
  DocumentFormatError,
  documentFromJSON,
  documentToJSON,
  documentVersion,
  maximumDepth,
} from "./json";

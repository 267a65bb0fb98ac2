/** Changes of a document as plain data. In the order to read them: */
export type { AttributePatch, DocumentOperation, MarkChange } from "./operation";
export type { ApplyResult, FailureCode, OperationFailure } from "./operation";
export { apply } from "./apply";
export { invert } from "./invert";
export { operationProblem } from "./operation-json";
export type { Side } from "./map-position";
export { mapPosition } from "./map-position";

/** The bridge, from the page's side. In the order to read them: */
export * from "./wire";
export { check, SchemaFault } from "./schema";
export type { Checked, Schema, Shape } from "./schema";
export * from "./methods";
export { methodDescriptor, Outbox } from "./delivery";
export type { DeliveryClass, MethodDescriptor, QueuedEvent, Urgency } from "./delivery";
export { clockOffset, HandshakeMachine } from "./handshake";
export type { Agreement, ClockOffset, HandshakeState } from "./handshake";
export { SequenceWindow } from "./sequence-window";
export { defaultConfiguration, SessionMachine } from "./session";
export type { CallOutcome, EndReason, SessionAction, SessionConfiguration, SessionFinding } from "./session";
export { Bridge } from "./bridge";
export type { BridgePorts, CallContext, Connection, Handler } from "./bridge";

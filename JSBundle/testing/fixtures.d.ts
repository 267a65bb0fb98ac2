/** The text of every UTF-8 file below Tests/Fixtures, by its path there: "protocol/v1/handshake.jsonl". Made by the test build. */
export declare const fixtures: ReadonlyMap<string, string>;

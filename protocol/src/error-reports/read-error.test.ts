import { expect, test } from "vitest";
import { type OwnCode, readErrors } from "./read-error.ts";

const own: OwnCode = {
  ownFile: (location) => (location === "https://chat.example.ro/a.js" ? "a.js" : null),
  isOwnText: (text, files) => text === "A component stands outside." && files.includes("a.js"),
  codes: new Set(["ECONNREFUSED"]),
};

const withStack = (error: Error, ...lines: readonly string[]): Error =>
  Object.assign(error, { stack: [`${error.name}: ${error.message}`, ...lines].join("\n") });

test("[REP-1b] reads frames of V8, Firefox and WebKit and skips foreign ones", () => {
  const frame = (line: number) => ({ file: "a.js", line, column: 2 });
  const error = withStack(
    new TypeError("x"),
    "    at async f (https://chat.example.ro/a.js:1:2)",
    "    at https://chat.example.ro/a.js:2:2",
    "g@https://chat.example.ro/a.js:3:2",
    "    at h (https://elsewhere.example/a.js:4:2)",
    "    at i (https://chat.example.ro/a.js:1234567:2)",
    "    at new Promise (<anonymous>)",
  );
  expect(readErrors(error, own)).toEqual([{ name: "TypeError", value: null, frames: [1, 2, 3].map(frame) }]);
});

test("[REP-1b] does not mistake a message that looks like frames for frames", () => {
  const message = "first\n    at f (https://chat.example.ro/a.js:722:123)";
  expect(readErrors(withStack(new Error(message), "    at f (https://chat.example.ro/a.js:1:2)"), own)).toEqual([
    { name: "Error", value: null, frames: [{ file: "a.js", line: 1, column: 2 }] },
  ]);
});

test("[REP-1b] includes only listed codes and our own messages", () => {
  const valueOf = (error: Error): unknown => readErrors(error, own)[0]?.value;
  const line = "    at f (https://chat.example.ro/a.js:1:2)";
  expect(valueOf(withStack(new Error("A component stands outside."), line))).toBe("A component stands outside.");
  expect(valueOf(withStack(new Error("A component stands outside."), "nowhere"))).toBeNull();
  expect(valueOf(Object.assign(new Error("x"), { code: "ECONNREFUSED" }))).toBe("ECONNREFUSED");
  expect(valueOf(Object.assign(new Error("x"), { code: "B123XYZ" }))).toBeNull();
});

test("[REP-1b] reads up to four errors of a cause chain, each once, and drops unlisted names", () => {
  const chain = Array.from({ length: 9 }).reduce<Error>((cause) => new Error("x", { cause }), new Error("x"));
  expect(readErrors(chain, own)).toHaveLength(4);
  const round = new Error("x");
  round.cause = round;
  expect(readErrors(round, own)).toHaveLength(1);
  expect(readErrors(Object.assign(new Error("x"), { name: "Anamaria" }), own)).toMatchObject([{ name: "Error" }]);
  for (const thrown of ["Anamaria", 722, null, undefined, Symbol("Anamaria"), { message: "Anamaria" }])
    expect(readErrors(thrown, own)).toEqual([{ name: "NonError", value: null, frames: [] }]);
});

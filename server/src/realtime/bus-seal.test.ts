import { expect, test } from "vitest";
import { createBusSeal } from "./bus-seal.ts";

const text = JSON.stringify({ node: "n", number: 1, message: { kind: "alive" } });
const { seal, open } = createBusSeal("a secret");

test("[SEC-10] a text sealed with the secret opens, whatever it contains", () => {
  for (const said of [text, "", "ă🙂", "x".repeat(100_000)]) expect(open(seal(said))).toBe(said);
});

test.each([
  ["nothing", ""],
  ["no seal", text],
  ["half a seal", seal(text).slice(0, 20)],
  ["another text under the seal", seal(text).replace("alive", "goodbye")],
  ["another secret's seal", createBusSeal("another secret").seal(text)],
  ["a seal of other letters", `${"ă".repeat(43)}${text}`],
])("[SEC-10] %s does not open", (_name, sealed) => {
  expect(open(sealed)).toBeNull();
});

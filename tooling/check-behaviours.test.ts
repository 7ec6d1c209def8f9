import { expect, test } from "vitest";
import { checkBehaviours } from "./check-behaviours.mjs";
import { plantTree } from "./planted-tree.ts";

const rows = (change: (number: number) => string | null): string =>
  Array.from(
    { length: 50 },
    (_row, at) => change(at + 1) ?? `| ${at + 1} | as expected | SEND-1 | \`a.test.ts\` |`,
  ).join("\n");

test.each([
  ["a test that is not there", "| 7 | said | SEND-1 | `gone.test.ts` |", "7: gone.test.ts is not there"],
  ["a test that cites another rule", "| 7 | said | READ-1 | `a.test.ts` |", "7: a.test.ts cites none of READ-1"],
  ["neither test nor word", "| 7 | said | - | - |", "7: no test"],
  ["what is not built yet", "| 7 | not built yet (search) | - | - |", null],
] as const)("the table of fifty behaviours: %s", (_name, row, problem) => {
  const page = rows((number) => (number === 7 ? row : null));
  const root = plantTree({ "docs/fifty-behaviours.md": page, "a.test.ts": 'test("[SEND-1] a", () => {});' });
  expect(checkBehaviours(root)).toEqual(problem === null ? [] : [`docs/fifty-behaviours.md: ${problem}`]);
});

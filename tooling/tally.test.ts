import { describe, expect, it } from "vitest";
import { countLastLine, countVitest, describeTally, sumTallies } from "./tally.mjs";

const report = (passed: number, failed: number, skipped: string[] = []) =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    testResults: [
      {
        name: "rooms.test.ts",
        message: "",
        assertionResults: skipped.map((fullName) => ({ status: "skipped", fullName })),
      },
    ],
  });

describe("tally", () => {
  it("[RUN-2] sums the lanes into the closing line", () => {
    const sum = sumTallies([
      countVitest(report(12, 0), 0),
      countLastLine("84 specs\n84 passed, 0 failed\n", 0),
      { passed: 1, failed: 2 },
    ]);
    expect(describeTally(sum)).toBe("97 passed, 2 failed");
  });

  it("[RUN-2] names a skipped test, so that none is skipped silently", () => {
    const { note, ...counted } = countVitest(report(3, 0, ["as root"]), 0);
    expect(counted).toEqual({ passed: 3, failed: 0 });
    expect(note).toContain("as root");
  });

  it("[RUN-2] names failures, including a file that did not load", () => {
    const files = [
      { name: "a.test.ts", message: "", assertionResults: [{ status: "failed", fullName: "rooms open" }] },
      { name: "b.test.ts", message: "no module\n at line 3", assertionResults: [] },
    ];
    const { note } = countVitest(JSON.stringify({ numPassedTests: 1, numFailedTests: 1, testResults: files }), 1);
    expect(note).toBe("failed: \n       a.test.ts: rooms open\n       b.test.ts: no module");
  });

  it.each(["Unhandled Rejection", "Unhandled Error", "Uncaught Exception"])("[RUN-2] names an %s", (title) => {
    const { note } = countVitest(report(3, 0), 1, `⎯⎯ ${title} ⎯⎯⎯\nError: no disk\n ❯ rooms.ts:2:37\n    1|`);
    expect(note).toMatch(/no test failed; outside of the tests: \n {7}Error: no disk\n ❯ rooms\.ts:2:37$/u);
  });

  it("[RUN-2] counts one failure for a run that fails outside of its tests, writes no report or tests nothing", () => {
    expect(countVitest(report(3, 0), 1)).toMatchObject({ passed: 3, failed: 1 });
    expect(countVitest(undefined, 1)).toMatchObject({ passed: 0, failed: 1 });
    expect(countVitest(report(0, 0), 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it("[RUN-2] counts one failure for a program that does not print how many passed, or that exits with an error", () => {
    expect(countLastLine("it fell over", 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(countLastLine("84 passed, 0 failed\nand then it fell over", 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(countLastLine("84 passed, 0 failed", 1)).toMatchObject({ passed: 84, failed: 1 });
  });
});

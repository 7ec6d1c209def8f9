import { describe, expect, it } from "vitest";
import { checkRuleIds } from "./check-rule-ids.mjs";
import { plantTree } from "./planted-tree.ts";

const book = "- **ABC-1** A message is kept.\n- **ABC-2** A message is shown.\n";
/** The text of a test file that cites `ids`, assembled here so that this file does not cite them. */
const test = (...ids: string[]) => ids.map((id) => `it(${JSON.stringify(`[${id}] holds`)}, () => {});`).join("\n");

const problemsOf = (files: Record<string, string>) =>
  checkRuleIds(plantTree({ "docs/behaviour/rooms.md": book, ...files }), undefined, []);

describe("rule ids", () => {
  it("finds nothing if each rule has a test", () => {
    expect(problemsOf({ "server/src/a.test.ts": test("ABC-1"), "e2e/src/b.e2e.ts": test("ABC-2") })).toEqual([]);
  });

  it("reports a rule that no test cites", () => {
    expect(problemsOf({ "server/src/a.test.ts": test("ABC-1") })).toEqual(["docs/behaviour: no test cites ABC-2"]);
  });

  it("reports a test that cites an unknown rule", () => {
    const problems = problemsOf({ "server/src/a.test.ts": test("ABC-1", "ABC-2", "XYZ-9") });
    expect(problems).toEqual(["server/src/a.test.ts: cites XYZ-9, which docs/behaviour does not have"]);
  });

  it("reports code and pages that cite an unknown rule, of any family, and ignores other words", () => {
    const code = "// ABC-3: kept twice (XYZ-1). The text is UTF-8, its digest SHA-256, a name is /[A-Z0-9-]+/.";
    const page = "Kept twice (`XYZ-2`), as ABC-1 wants it.";
    const files = { "server/src/a.ts": code, "docs/a.md": page, "server/src/a.test.ts": test("ABC-1", "ABC-2") };
    expect(problemsOf(files)).toEqual(
      ["server/src/a.ts: cites ABC-3", "server/src/a.ts: cites XYZ-1", "docs/a.md: cites XYZ-2"].map(
        (problem) => `${problem}, which docs/behaviour does not have`,
      ),
    );
  });

  it("allows the checks' own tests to use invented ids", () => {
    const files = { "tooling/a.test.ts": `${test("ABC-1", "ABC-2")} // XYZ-1`, "tooling/a.mjs": "// XYZ-2" };
    expect(problemsOf(files)).toEqual([]);
  });

  it("does not count an id outside of a title", () => {
    const files = { "server/src/a.test.ts": `${test("ABC-1")}\n// ABC-2: not tested here\nexpect("about ABC-2");` };
    expect(problemsOf(files)).toEqual(["docs/behaviour: no test cites ABC-2"]);
  });

  it("treats lettered ids as rules with tests of their own", () => {
    const files = {
      "docs/behaviour/rooms.md": `${book}- **ABC-2a** A message stays.\n`,
      "server/src/a.test.ts": test("ABC-1", "ABC-2"),
    };
    expect(problemsOf(files)).toEqual(["docs/behaviour: no test cites ABC-2a"]);
    expect(problemsOf({ ...files, "e2e/src/b.e2e.ts": test("ABC-2a") })).toEqual([]);
  });

  it("accepts ids with two letters, in the book and in code", () => {
    const files = {
      "docs/behaviour/rooms.md": `${book}- **ABC-2ab** A message stays.\n`,
      "server/src/a.test.ts": test("ABC-1", "ABC-2"),
      "server/src/a.ts": "// ABC-2ac",
    };
    expect(problemsOf(files)).toEqual([
      "server/src/a.ts: cites ABC-2ac, which docs/behaviour does not have",
      "docs/behaviour: no test cites ABC-2ab",
    ]);
  });

  it.each(["A message is kept; it is shown.", "A message is kept. It is shown.", "A message is kept. `me` shows it."])(
    "reports a rule of more than one sentence: %s",
    (text) => {
      const files = { "docs/behaviour/rooms.md": `- **ABC-1** ${text}\n`, "server/src/a.test.ts": test("ABC-1") };
      const says = "is more than one sentence; the next one gets a letter (ABC-1a)";
      expect(problemsOf(files)).toEqual([`docs/behaviour: ABC-1 ${says}`]);
    },
  );

  it("reports a duplicate id, and a book without rules", () => {
    expect(
      problemsOf({ "docs/behaviour/rooms.md": `${book}${book}`, "server/src/a.test.ts": test("ABC-1", "ABC-2") }),
    ).toEqual(["docs/behaviour: ABC-1 stands there twice", "docs/behaviour: ABC-2 stands there twice"]);
    expect(problemsOf({ "docs/behaviour/rooms.md": "# Behaviour" })).toEqual(["docs/behaviour lists no rule"]);
  });

  it("[RUN-2e] reports a rule that only the full run proves, unless it is listed, and one that is listed needlessly", () => {
    const root = plantTree({
      "docs/behaviour/rooms.md": book,
      "server/src/a.test.ts": test("ABC-1"),
      "server/src/b.full.test.ts": test("ABC-1", "ABC-2"),
    });
    const file = "tooling/full-only-rules.mjs";
    expect(checkRuleIds(root, undefined, [])).toEqual([
      `${file}: ABC-2 is proven in the full run only; list it with its reason`,
    ]);
    expect(checkRuleIds(root, undefined, ["ABC-2"])).toEqual([]);
    expect(checkRuleIds(root, undefined, ["ABC-1", "ABC-2"])).toEqual([
      `${file}: ABC-1 is proven in the gate, or by no test; take it out`,
    ]);
  });
});

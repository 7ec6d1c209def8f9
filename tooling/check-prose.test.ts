import { describe, expect, it } from "vitest";
import { checkProse, problemsOfSubject } from "./check-prose.mjs";
import { plantTree } from "./planted-tree.ts";

const problemsOf = (files: Record<string, string>): string[] => checkProse(plantTree(files), []);

describe("prose", () => {
  it("accepts a noun or verb", () => {
    const comment =
      "/** FIND-2: Evicts the oldest of ten. Returns null if there is no longer a room. */\n// No room is left.\n";
    const rules = "# Pushes\n\n- **PUSH-4c** Non-members get no pushes.\n";
    expect(problemsOf({ "server/src/a.ts": comment, "docs/behaviour/pushes.md": rules })).toEqual([]);
  });

  it.each([
    ["/** What a page shows. */", "begins with a clause"],
    ["// LIM-2: Whoever asks waits.", "begins with a clause"],
    ["/** Rooms, of which one is open. */", "of which"],
    ["/** Null where it is none. */", "is no"],
    ["// Where that is no number.", "is no"],
    ["/** Members alone. */", "alone"],
    ["/** Kept beside the log. */", "beside"],
    ["/** Makes the index anew. */", "anew"],
    ["/** Takes so many rows. */", "so many"],
    ["/** Reads on meanwhile. */", "meanwhile"],
    ["/** Answers the room. */", "returns"],
    [`/** ${"word ".repeat(45)}. */`, "46 words"],
  ])("reports %s", (comment, says) => {
    expect(problemsOf({ "server/src/a.ts": `${comment}\n` })).toEqual([expect.stringContaining(says)]);
  });

  it("reads rules and style sheets, and leaves out folders that are not checked yet", () => {
    const files = {
      "docs/behaviour/a.md": "- **A-1** Whoever asks waits.\n",
      "web/src/a.css": "/* What is drawn. */\n",
    };
    expect(problemsOf(files)).toHaveLength(2);
    expect(checkProse(plantTree(files), ["web/"])).toEqual([expect.stringContaining("docs/behaviour/a.md")]);
  });
});

describe("a commit's subject", () => {
  it("names its slice, and fits a line", () => {
    expect(problemsOfSubject("rooms: Lock the room before its offer")).toEqual([]);
    expect(problemsOfSubject("Lock the room")).toHaveLength(1);
    expect(problemsOfSubject(`rooms: ${"L".repeat(66)}`)).toHaveLength(1);
  });
});

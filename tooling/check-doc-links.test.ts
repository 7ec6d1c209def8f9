import { describe, expect, it } from "vitest";
import { checkDocLinks } from "./check-doc-links.mjs";
import { plantTree } from "./planted-tree.ts";

describe("doc links", () => {
  it("accepts links and paths that exist, addresses, patterns, and whatever stands in a code block", () => {
    const page = [
      "[rules](behaviour.md#rooms) [site](https://example.org/a) `server/src/rooms/` `web/src/*/a.ts` `a/b` `npm test`",
      "```",
      "[gone](gone.md) `server/gone.ts`",
      "```",
    ].join("\n");
    const files = { "docs/architecture.md": page, "docs/behaviour.md": "", "server/src/rooms/rules.ts": "" };
    expect(checkDocLinks(plantTree(files))).toEqual([]);
  });

  it("reports a link and a path that lead nowhere", () => {
    const files = { "README.md": "[rules](docs/gone.md)", "docs/a.md": "`server/src/gone.ts` and `GONE.md`" };
    expect(checkDocLinks(plantTree(files)).toSorted()).toEqual([
      "README.md: docs/gone.md does not exist",
      "docs/a.md: GONE.md does not exist",
      "docs/a.md: server/src/gone.ts does not exist",
    ]);
  });
});

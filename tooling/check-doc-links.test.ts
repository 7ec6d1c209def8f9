import { describe, expect, it } from "vitest";
import { checkDocLinks, checkNamedFolders } from "./check-doc-links.mjs";
import { plantTree } from "./planted-tree.ts";

describe("doc links", () => {
  it("accepts links and paths that exist, addresses, patterns, and anything in a code block", () => {
    const page = [
      "[rules](behaviour.md#rooms) [site](https://example.org/a) `server/src/rooms/` `web/src/*/a.ts` `a/b` `npm test`",
      "```",
      "[gone](gone.md) `server/gone.ts`",
      "```",
    ].join("\n");
    const files = { "docs/architecture.md": page, "docs/behaviour.md": "", "server/src/rooms/rules.ts": "" };
    expect(checkDocLinks(plantTree(files))).toEqual([]);
  });

  it("reports a link and a path that do not exist", () => {
    const files = { "README.md": "[rules](docs/gone.md)", "docs/a.md": "`server/src/gone.ts` and `GONE.md`" };
    expect(checkDocLinks(plantTree(files)).toSorted()).toEqual([
      "README.md: docs/gone.md does not exist",
      "docs/a.md: GONE.md does not exist",
      "docs/a.md: server/src/gone.ts does not exist",
    ]);
  });
});

describe("named folders", () => {
  const readme = (row: string): string =>
    ["| slice | `protocol/src/` | `server/src/` | `web/src/` |", "|---|---|---|---|", row, "", "`gone/`"].join("\n");
  const tree = { "protocol/src/room.ts": "", "server/src/rooms/rules.ts": "", "web/src/rooms/row.tsx": "" };
  const page = { "docs/architecture.md": "`web/src/theme/` paints" };

  it("accepts a table whose words exist, and folders that either page names", () => {
    const files = { ...tree, ...page, "web/src/theme/dark.ts": "" };
    const row = "| rooms | `room.ts` | `rooms/` (`own/`) | `rooms/` |";
    expect(checkNamedFolders(plantTree({ ...files, "README.md": readme(row) }))).toEqual([]);
  });

  it("reports a table word without a file, and a folder that no page names", () => {
    const files = { ...tree, ...page, "server/src/odd/rules.ts": "" };
    const row = "| rooms | `room.ts` | `rooms/` | `presence/` |";
    expect(checkNamedFolders(plantTree({ ...files, "README.md": readme(row) }))).toEqual([
      "README.md: web/src/presence/ of the table of slices does not exist",
      "server/src/odd/ is named neither by README.md nor by docs/architecture.md",
    ]);
  });
});

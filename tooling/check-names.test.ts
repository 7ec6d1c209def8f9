import { describe, expect, it } from "vitest";
import { checkNames } from "./check-names.mjs";
import { plantTree } from "./planted-tree.ts";

describe("names", () => {
  it.each([
    "server/src/utils/a.ts",
    "web/src/rooms/helpers.ts",
    "protocol/src/index.ts",
    "server/src/shared/a.ts",
    "web/src/types.ts",
  ])("D11 reports %s", (file) => {
    expect(checkNames(plantTree({ [file]: "" }))).toHaveLength(1);
  });

  it("D11 reports a file or folder that is not kebab-case", () => {
    const problems = checkNames(
      plantTree({ "web/src/RoomList/room_list.css": "", "server/src/room-list.pg.test.ts": "" }),
    );
    expect(problems).toEqual([
      "D11: web/src/RoomList is not kebab-case",
      "D11: web/src/RoomList/room_list.css is not kebab-case",
    ]);
  });
});

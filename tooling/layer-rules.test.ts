import { describe, expect, it } from "vitest";
import { checkLayers } from "./check-layers.mjs";
import { plantLayers, rulesBroken } from "./planted-layers.ts";
import { soundTree } from "./sound-tree.ts";

describe("layer rules", () => {
  it("reports nothing for a tree that follows the rules, and examines every file", async () => {
    const { problems, seen, total } = await checkLayers(plantLayers());
    expect(problems).toEqual([]);
    expect(seen).toBe(total);
    expect(total).toBe(
      Object.keys(soundTree).filter((file) => /^(protocol|server|web|e2e|bench|faults)\/.*\.tsx?$/.test(file)).length,
    );
  });

  it("fails when a source file was not examined", async () => {
    const root = plantLayers();
    const { problems } = await checkLayers(root, ["server/src/main.ts", "server/src/rooms/forgotten.ts"]);
    expect(problems).toEqual(["UNSEEN: server/src/rooms/forgotten.ts was not examined"]);
  });

  it.each([
    [
      "D1",
      "a node module in the protocol",
      { "protocol/src/file.ts": 'import { readFileSync } from "node:fs"; export const a = readFileSync;' },
    ],
    [
      "D7",
      "a cycle of slices",
      {
        "server/src/rooms/a.ts": 'import { publish } from "../messages/publish-message.ts"; export const a = publish;',
      },
    ],
  ])("%s reports %s, and no other rule does", async (rule, _what, files) => {
    expect(await rulesBroken(plantLayers(files))).toEqual([rule]);
  });
});

import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { checkLayers } from "./check-layers.mjs";
import { plantTree } from "./planted-tree.ts";
import { soundTree } from "./sound-tree.ts";

export function plantLayers(files: Readonly<Record<string, string>> = {}): string {
  const root = plantTree({ ...soundTree, ...files });
  mkdirSync(path.join(root, "node_modules/@cuplaj"));
  symlinkSync("../../protocol", path.join(root, "node_modules/@cuplaj/protocol"));
  return root;
}

export const rulesBroken = async (root: string): Promise<string[]> => {
  const { problems } = await checkLayers(root);
  return [...new Set(problems.map((problem) => /^[A-Z]+\d*/.exec(problem)?.[0] ?? ""))];
};

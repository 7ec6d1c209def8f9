import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { checkReusedIds } from "./check-reused-ids.mjs";
import { plantTree } from "./planted-tree.ts";

const page = "docs/behaviour/rooms.md";
const book = (...ids: string[]): string => ids.map((id) => `- **${id}** The rule ${id}.\n`).join("");

/** A repository whose commits had these books. */
function plantHistory(...books: readonly string[]): string {
  const root = plantTree({});
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.hooksPath=", ...args], { cwd: root });
  mkdirSync(path.join(root, path.dirname(page)), { recursive: true });
  git("init", "-q");
  for (const text of books) {
    writeFileSync(path.join(root, page), text);
    git("add", ".");
    git("commit", "-qm", "a");
  }
  return root;
}

const problemsAfter = (root: string, text: string): string[] => {
  writeFileSync(path.join(root, page), text);
  return checkReusedIds(root);
};

it("reports a new rule with an id that another rule had, and names free ids", () => {
  const root = plantHistory(book("ABC-1", "ABC-2", "ABC-1a"), book("ABC-1"));
  const old = book("ABC-1");
  expect(checkReusedIds(root)).toEqual([]);
  expect(problemsAfter(root, `${old}- **ABC-2** Another.\n`)).toEqual([
    "docs/behaviour: ABC-2 was another rule's; ABC-3 or ABC-2a is free",
  ]);
  expect(problemsAfter(root, `${old}- **ABC-1a** Another.\n`)).toEqual([
    "docs/behaviour: ABC-1a was another rule's; ABC-3 or ABC-1b is free",
  ]);
  expect(problemsAfter(root, `${old}- **ABC-3** Another.\n- **ABC-1b** One more.\n`)).toEqual([]);
});

it("accepts a removed rule that comes back, a reworded one, and a tree without history", () => {
  const root = plantHistory(book("ABC-1", "ABC-2"), book("ABC-1"));
  expect(problemsAfter(root, book("ABC-1", "ABC-2"))).toEqual([]);
  expect(problemsAfter(root, "- **ABC-1** Reworded.\n")).toEqual([]);
  expect(checkReusedIds(plantTree({ [page]: book("ABC-1") }))).toEqual([]);
});

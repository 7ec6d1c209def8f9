import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../product/product.ts";
import { type Mutant, mutate } from "./mutant.ts";

/** The server and the workspaces that it imports. */
export const workspaces = ["server", "media", "protocol"];

/** Copies the server and what it imports, and applies the mutant's mistake; the caller removes the copy. */
export function plantMutant({ name, replacements }: Pick<Mutant, "name" | "replacements">): {
  readonly tree: string;
  remove(): void;
} {
  const tree = mkdtempSync(join(tmpdir(), `cuplaj-mutant-${name}-`));
  const remove = (): void => rmSync(tree, { recursive: true, force: true });
  try {
    for (const workspace of workspaces) copyWorkspace(tree, workspace);
    cpSync(join(repository, "server/node-options.json"), join(tree, "server/node-options.json"));
    linkPackages(tree);
    for (const replacement of replacements) {
      const file = join(tree, replacement.file);
      writeFileSync(file, mutate(readFileSync(file, "utf8"), replacement));
    }
    return { tree, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function copyWorkspace(tree: string, workspace: string): void {
  for (const part of ["package.json", "src"]) {
    cpSync(join(repository, workspace, part), join(tree, workspace, part), {
      recursive: true,
      filter: (file) => !file.endsWith(".test.ts"),
    });
  }
}

/** Links the repository's packages, except for our own, which come from the copy. */
export function linkPackages(tree: string): void {
  const [from, to] = [join(repository, "node_modules"), join(tree, "node_modules")];
  mkdirSync(join(to, "@cuplaj"), { recursive: true });
  for (const name of readdirSync(from).filter((entry) => entry !== "@cuplaj"))
    symlinkSync(join(from, name), join(to, name));
  for (const own of workspaces.filter((name) => name !== "server"))
    symlinkSync(join(tree, own), join(to, "@cuplaj", own));
}

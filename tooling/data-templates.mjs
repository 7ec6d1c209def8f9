import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** @type {Promise<string> | undefined} */
let made;

/**
 * The folder with the `DATA_DIR`s that real first starts made, for the tests of this run to copy; made at the first call and gone with
 * this process. @param {(args: string[]) => Promise<{ exitCode: number }>} runNode
 */
export const makeDataTemplates = (runNode) => (made ??= make(runNode));

/** @param {(args: string[]) => Promise<{ exitCode: number }>} runNode */
async function make(runNode) {
  const folder = mkdtempSync(path.join(tmpdir(), "cuplaj-templates-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // As root PostgreSQL runs as another account, which has to reach its files.
  chmodSync(folder, 0o711);
  const { exitCode } = await runNode(["server/src/testing/make-data-templates.ts", folder]);
  if (exitCode !== 0)
    throw new Error("The product's first start, which the tests copy, failed; its words stand above.");
  return folder;
}

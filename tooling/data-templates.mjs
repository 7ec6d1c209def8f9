import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** @type {Promise<string> | undefined} */
let made;

/** Makes `DATA_DIR`s as first starts do, for tests; removes them at exit. @param {(args: string[]) => Promise<{ exitCode: number }>} runNode */
export const makeDataTemplates = (runNode) => (made ??= make(runNode));

/** @param {(args: string[]) => Promise<{ exitCode: number }>} runNode */
async function make(runNode) {
  const folder = mkdtempSync(path.join(tmpdir(), "cuplaj-templates-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // If root runs this, PostgreSQL runs as another user, who must be able to reach its files.
  chmodSync(folder, 0o711);
  const { exitCode } = await runNode(["server/src/testing/make-data-templates.ts", folder]);
  if (exitCode !== 0)
    throw new Error("The product's first start, which the tests copy, failed; its words stand above.");
  return folder;
}

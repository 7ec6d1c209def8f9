import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Product } from "./start-product.ts";

const cuplaj = join(import.meta.dirname, "../../server/src/cuplaj.ts");

/** Makes an account for a program and its token, as an operator does on the server (ERP-2). */
export async function makeProgramToken(product: Product, username: string, name: string): Promise<string> {
  const run = async (words: readonly string[], input = ""): Promise<string> => {
    const running = promisify(execFile)(process.execPath, [cuplaj, ...words], {
      env: { PATH: process.env["PATH"] ?? "", DATA_DIR: product.folder, LOG_LEVEL: "warn" },
    });
    running.child.stdin?.end(input);
    return (await running).stdout.trim();
  };
  const account = ["--username", username, "--name", name, "--kind", "erp", "--role", "Program", "--password-stdin"];
  await run(["user", "add", ...account], "nobody signs in by it");
  return await run(["token", "add", username, "--name", name]);
}

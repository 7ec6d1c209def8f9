import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { compiledCode, type Product } from "./start-product.ts";

const cuplaj = join(import.meta.dirname, "../../server/src/cuplaj.ts");

/** Runs a `cuplaj` command next to the running server (RUN-7). Returns its stdout. */
export async function runCuplaj(
  { address, folder }: Pick<Product, "address" | "folder">,
  words: readonly string[],
  input = "",
): Promise<string> {
  const running = promisify(execFile)(process.execPath, [cuplaj, ...words], {
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: compiledCode,
      DATA_DIR: folder,
      LOG_LEVEL: "warn",
      PORT: new URL(address).port,
    },
  });
  running.child.stdin?.end(input);
  return (await running).stdout.trim();
}

import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monoMs } from "../clock.ts";
import { type Product, repository } from "../product/product.ts";

/** Runs `npm run cuplaj -- ...` next to the running server. Returns when it ended (`monoMs`), or throws if it failed. */
export async function runOperator(
  product: Pick<Product, "dataDir">,
  words: readonly string[],
  input = "",
): Promise<number> {
  const child = spawn(process.execPath, [join(repository, "server/src/cuplaj.ts"), ...words], {
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], DATA_DIR: product.dataDir },
    stdio: ["pipe", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`cuplaj ${words.join(" ")} ended with ${code}: ${said}`);
  return monoMs();
}

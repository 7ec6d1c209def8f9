import { runCuplaj } from "./run-cuplaj.ts";
import type { Product } from "./start-product.ts";

/** Creates an account and a token for a program, as operators do on the server (ERP-2). */
export async function makeProgramToken(product: Product, username: string, name: string): Promise<string> {
  const account = ["--username", username, "--name", name, "--kind", "erp", "--role", "Program", "--password-stdin"];
  await runCuplaj(product, ["user", "add", ...account], "nobody signs in by it");
  return await runCuplaj(product, ["token", "add", username, "--name", name]);
}

import { runCuplaj } from "./run-cuplaj.ts";
import type { Product } from "./start-product.ts";

/** Makes an account for a program and its token, as an operator does on the server (ERP-2). */
export async function makeProgramToken(product: Product, username: string, name: string): Promise<string> {
  const account = ["--username", username, "--name", name, "--kind", "erp", "--role", "Program", "--password-stdin"];
  await runCuplaj(product, ["user", "add", ...account], "nobody signs in by it");
  return await runCuplaj(product, ["token", "add", username, "--name", name]);
}

import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";

/** Makes a secret of 256 random bits and writes it, on disk when this returns, into a file that only we may read. */
export function makeSecretFile(file: string): string {
  const secret = randomBytes(32).toString("base64url");
  // What is left of an interrupted start may be readable to others, and `mode` counts for new files only.
  rmSync(file, { force: true });
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: "wx", flush: true });
  return secret;
}

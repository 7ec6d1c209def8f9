import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";

/** Writes a private file, which is on disk when this returns. */
export function writeSecretFile(file: string, text: string): void {
  // A leftover of an interrupted start may be readable to others, and `mode` only applies to new files.
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600, flag: "wx", flush: true });
}

export function makeSecretFile(file: string): string {
  const secret = randomBytes(32).toString("base64url");
  writeSecretFile(file, `${secret}\n`);
  return secret;
}

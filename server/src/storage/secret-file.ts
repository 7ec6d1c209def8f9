import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";

/** Writes a file that only we may read, on disk when this returns. */
export function writeSecretFile(file: string, text: string): void {
  // What is left of an interrupted start may be readable to others, and `mode` counts for new files only.
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600, flag: "wx", flush: true });
}

/** Makes a secret of 256 random bits and writes it into such a file. */
export function makeSecretFile(file: string): string {
  const secret = randomBytes(32).toString("base64url");
  writeSecretFile(file, `${secret}\n`);
  return secret;
}

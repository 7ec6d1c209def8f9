import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";

/** Writes a private file, which is on disk once this returns. */
export function writeSecretFile(file: string, text: string): void {
  // A leftover of an interrupted startup may be readable by others, and `mode` applies only to new files.
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600, flag: "wx", flush: true });
}

export function makeSecretFile(file: string): string {
  const secret = randomBytes(32).toString("base64url");
  writeSecretFile(file, `${secret}\n`);
  return secret;
}

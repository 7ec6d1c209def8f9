import { execFileSync } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An untrusted certificate for this machine, made by openssl, valid for a day. */
export interface SelfSigned {
  readonly certFile: string;
  readonly keyFile: string;
  /** The argument that has Chromium accept this certificate, and no other invalid one. */
  readonly chromiumArgument: string;
  readonly remove: () => void;
}

/** Makes a new one in a folder of its own. */
export function makeCertificate(): SelfSigned {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-tls-"));
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-keyout", keyFile];
  execFileSync("openssl", ["req", "-x509", "-days", "1", ...key, "-out", certFile, ...names], { stdio: "pipe" });
  const publicKey = new X509Certificate(readFileSync(certFile)).publicKey.export({ type: "spki", format: "der" });
  const digest = createHash("sha256").update(publicKey).digest("base64");
  return {
    certFile,
    keyFile,
    chromiumArgument: `--ignore-certificate-errors-spki-list=${digest}`,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

import { createHash, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A self-signed certificate for 127.0.0.1, valid until 2126. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUIB+XCwR74nMGL+Lfd1AkoB91r/IwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyOTA4MjAwMFoYDzIxMjYxMTA1
MDgyMDAwWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARTsVPYvigKJy57Bf2NLSmWb1O18x5nckfA+aCzr2KYCT0XxNSUrpqq
iwZofiLTrxbVMqdSa7HfNTG28uKBKCTMo2QwYjAdBgNVHQ4EFgQUo/EcvJ4a80Qd
IiPl7SdA4ySjin0wHwYDVR0jBBgwFoAUo/EcvJ4a80QdIiPl7SdA4ySjin0wDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
IQCWJm72UlOKJXL4CM1+P3nCRhLjyEX7PYK9kquI1WsYXgIgJpUd1Lj/en5ka/n0
8TXMNSR31Zwy2u2Ru/cFb/Xplmo=
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgHB8TR5z2aJ1ycL5O
A4XrIGkxw4QXoZDqCcnTmwaxIDahRANCAARTsVPYvigKJy57Bf2NLSmWb1O18x5n
ckfA+aCzr2KYCT0XxNSUrpqqiwZofiLTrxbVMqdSa7HfNTG28uKBKCTM
-----END PRIVATE KEY-----
`;

export interface SelfSigned {
  readonly certFile: string;
  readonly keyFile: string;
  /** An argument that makes Chromium accept this invalid certificate, but no other. */
  readonly chromiumArgument: string;
  readonly remove: () => void;
}

export function writeCertificate(): SelfSigned {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-tls-"));
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key, { mode: 0o600 });
  const publicKey = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  const digest = createHash("sha256").update(publicKey).digest("base64");
  return {
    certFile,
    keyFile,
    chromiumArgument: `--ignore-certificate-errors-spki-list=${digest}`,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

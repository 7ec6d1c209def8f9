import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../product/free-port.ts";
import { nothing, scannerRun } from "./scanner.ts";

/**
 * Expected findings: an unsigned certificate on a machine without a name, and BREACH. Compression leaks secrets only if browsers send cookies by
 * themselves, but our calls carry their token in a header.
 */
const isExpected = /^cert_|^DNS_|^overall_grade|^grade_|^BREACH$/u;

export const testssl = scannerRun({
  name: "testssl.sh",
  about: "nothing of TLS is weak",
  async settings(folder) {
    const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    const names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-keyout", keyFile];
    execFileSync("openssl", ["req", "-x509", "-days", "30", ...key, "-out", certFile, ...names], { stdio: "pipe" });
    for (const file of [certFile, keyFile]) chmodSync(file, 0o644);
    return { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, TLS_PORT: String(await freePort()) };
  },
  async scan({ product, folder, run }) {
    const report = join(folder, "testssl.json");
    const options = [
      "--quiet",
      "--color",
      "0",
      "--warnings",
      "batch",
      "-p",
      "-s",
      "-f",
      "-S",
      "-U",
      "--jsonfile",
      report,
    ];
    await run("testssl", [...options, product.address]);
    const lines = JSON.parse(readFileSync(report, "utf8")) as readonly TlsLine[];
    const weak = lines.filter(
      ({ id, severity }) => ["MEDIUM", "HIGH", "CRITICAL", "FATAL"].includes(severity) && !isExpected.test(id),
    );
    const protocols = lines.filter(({ id }) => id === "TLS1_2" || id === "TLS1_3");
    return [
      nothing(
        "weak points",
        weak.map(({ id, severity, finding }) => `${id} ${severity}: ${finding}`),
      ),
      nothing("protocols that were not tried", protocols.length === 2 ? [] : ["TLS 1.2 and 1.3"]),
    ];
  },
});
interface TlsLine {
  readonly id: string;
  readonly severity: string;
  readonly finding: string;
}

import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Product, startProduct } from "../product/product.ts";
import type { FaultRun } from "../run.ts";
import type { Finding } from "../tabs/finding.ts";
import { reportFindings } from "../tabs/findings-report.ts";
import { demoToken } from "./demo-tokens.ts";

type Settings = Readonly<Record<string, string>>;

interface Scanned {
  readonly product: Product;
  readonly token: string;
  readonly folder: string;
  /** Runs a program. Returns its output, whatever the exit code. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>;
}

interface Scanner {
  /** The name of the program and of its Debian package. */
  readonly name: string;
  readonly about: string;
  /** The product's settings; may create files in the folder. */
  readonly settings?: (folder: string) => Promise<Settings>;
  readonly scan: (scanned: Scanned) => Promise<readonly Finding[]>;
}

const scanMsMax = 600_000;

/** Runs an external program that looks for weaknesses in the running product, with demo data and without rate limits. */
export const scannerRun = ({ name, about, settings: settingsIn, scan }: Scanner): FaultRun => ({
  name,
  about: `SEC-14: ${about}`,
  async run(context) {
    if (!(await isThere(name))) return { kind: "skipped", why: `${name} is not installed (apt-get install ${name})` };
    const folder = mkdtempSync(join(tmpdir(), "cuplaj-scan-"));
    // If we are root, PostgreSQL and the server may run as other users, who must be able to reach the folder.
    chmodSync(folder, 0o711);
    const settings: Settings = { DEMO: "1", ...(await settingsIn?.(folder)) };
    const product = await startProduct({ settings, isJudgedByLeftovers: false });
    try {
      const token = await demoToken(product.dataDir, "radu")();
      const run = async (program: string, args: readonly string[]): Promise<string> => {
        const output = await outputOf(program, args, folder);
        context.say(output.split("\n").slice(-12).join("\n"));
        return output;
      };
      const findings = await scan({ product, token, folder, run });
      return reportFindings(name, { findings, errorLines: product.errors }, context);
    } finally {
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

const outputOf = (program: string, args: readonly string[], cwd: string): Promise<string> =>
  new Promise((resolve) => {
    const options = { cwd, timeout: scanMsMax, maxBuffer: 64 << 20, env: { ...process.env, HOME: cwd } };
    execFile(program, args, options, (_error, stdout, stderr) => resolve(stdout + stderr));
  });

/** Whether a program is installed. Debian drops the extension `.sh` from some. */
const isThere = async (name: string): Promise<boolean> =>
  (await outputOf("sh", ["-c", `command -v ${name.replace(/\.sh$/u, "")}`], tmpdir())) !== "";

/** Holds if `found` is empty; otherwise reports what was found. */
export const nothing = (what: string, found: readonly string[]): Finding => ({
  what,
  measured: found.length === 0 ? "nothing" : found.slice(0, 10).join("; "),
  bound: "nothing",
  holds: found.length === 0,
});

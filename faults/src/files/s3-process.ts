import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "../product/free-port.ts";
import { here } from "../product/machine.ts";

/** The S3 server (s3rver) of a run, which stores objects in a folder. */
export interface S3Process {
  readonly settings: Readonly<Record<string, string>>;
  list(): readonly string[];
  start(): Promise<void>;
  kill(): Promise<void>;
  dispose(): Promise<void>;
}

const program = join(dirname(createRequire(import.meta.url).resolve("s3rver/package.json")), "bin/s3rver.js");
const [bucket, ending] = ["cuplaj-files", "._S3rver_object"];

export async function startS3(machine = here): Promise<S3Process> {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-s3-"));
  const port = String(await freePort());
  let running: ChildProcess | null = null;
  const end = (): void => void running?.kill("SIGKILL");
  process.once("exit", end);
  const s3: S3Process = {
    settings: {
      STORAGE_URL: `s3://${bucket}/run?endpoint=http://${machine.address}:${port}`,
      // These credentials are built into s3rver.
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER",
    },
    list: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .map(({ name }) => name)
        .filter((name) => /^[0-9a-f]{8}-/u.test(name) && name.endsWith(ending))
        .map((name) => name.slice(0, -ending.length)),
    async start() {
      const args = [program, "-d", folder, "-a", machine.address, "-p", port, "--configure-bucket", bucket];
      const child = spawn(...machine.command(process.execPath, args), { stdio: ["ignore", "pipe", "inherit"] });
      running = child;
      await new Promise<void>((resolve, reject) => {
        child.once("exit", () => reject(new Error("s3rver did not start")));
        child.stdout.on("data", (said) => String(said).includes("listening") && resolve());
      });
    },
    async kill() {
      const ending = running;
      running = null;
      if (ending === null) return;
      ending.kill("SIGKILL");
      await once(ending, "exit");
    },
    async dispose() {
      process.off("exit", end);
      await s3.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await s3.start();
  return s3;
}

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sleep } from "../clock.ts";
import { type Footprint, footprintOf, lookForLeftovers } from "../leftovers/leftovers.ts";
import { warmUp } from "../leftovers/warm-up.ts";

/** The repository, whose `server/src/main.ts` is started when no other tree is given. */
export const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** How the product is started. */
export interface ProductOptions {
  /** Its `DATA_DIR`; when left out a folder of its own under the system's temporary one, which is removed at the end. */
  readonly dataDir?: string;
  /** Environment beside `DATA_DIR` and `PORT`; limits and demo are off unless told otherwise. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Root of the tree whose server runs: the repository, or a mutated copy of it. */
  readonly tree?: string;
  /**
   * Whether it is judged by what it leaves behind (SEC-12), as it is when left out. It takes 10 s: not for a planted bug,
   * and not for a control of something else.
   */
  readonly isJudgedByLeftovers?: boolean;
}

/** The server as its own process, with its own PostgreSQL in its folder. */
export interface Product {
  /** `http://127.0.0.1:port`, `https` with a certificate, the same after every restart. */
  readonly address: string;
  readonly dataDir: string;
  /** Of the process that runs now. */
  pid(): number;
  /** Lines it logged at error or fatal, with crashes in plain words among them. */
  readonly errors: readonly string[];
  /** Everything that its processes wrote so far, to both streams. */
  log(): string;
  /** Sends a signal and waits until the process has gone; answers its exit code, null where a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts it again on the same folder and port, with other settings too from then on; answers how long that took (ms). */
  start(settings?: Readonly<Record<string, string>>): Promise<number>;
  /** `end("SIGKILL")` and, after `whileAway`, `start()`. */
  crashAndRestart(whileAway?: () => Promise<void>): Promise<number>;
  /** Resident bytes of the process now, 0 when it is not there. */
  residentBytes(): number;
  /** Looks for what was left behind, ends it in order and removes the folder if it was made here; for when all clients have left. */
  stop(): Promise<void>;
}

/** Starts the product; rejects with its own words when it does not come up. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { dataDir = makeFolder(options.settings) } = options;
  const removeOwn = async (): Promise<void> => {
    if (options.dataDir === undefined) await removeFolder(dataDir);
  };
  const errors: string[] = [];
  const said: string[] = [];
  let running: Launched | null = null;
  let began: Footprint | null = null;
  let address = "";
  let { settings } = options;
  const product: Product = {
    address: "",
    dataDir,
    errors,
    log: () => said.join(""),
    pid: () => running?.pid ?? 0,
    async end(signal) {
      const leaving = running;
      running = null;
      return leaving === null ? null : await end(leaving.child, signal);
    },
    async start(changed = {}) {
      const before = performance.now();
      settings = { ...settings, ...changed };
      running = await launch(dataDir, plainPortOf(address), { ...options, settings }, (text) => {
        said.push(text);
        errors.push(...text.split("\n").filter(isError));
      });
      ({ address } = running);
      return performance.now() - before;
    },
    async crashAndRestart(whileAway) {
      await product.end("SIGKILL");
      await whileAway?.();
      return await product.start();
    },
    residentBytes: () => residentBytesOf(running?.pid),
    async stop() {
      try {
        if (running !== null && began !== null) await lookForLeftovers(running, began);
      } finally {
        await product.end("SIGTERM");
        await removeOwn();
      }
    },
  };
  try {
    await product.start();
    // The same program holds the same again after a restart, which clients meet at once: nothing could be compared with then.
    if (running !== null && (options.isJudgedByLeftovers ?? true)) began = await beginningOf(running, address);
    return Object.assign(product, { address });
  } catch (error) {
    await product.end("SIGKILL");
    await removeOwn();
    throw error;
  }
}

async function beginningOf(running: Launched, address: string): Promise<Footprint> {
  await warmUp(address);
  return await footprintOf(running);
}

/** Copies the run's template of a first start (`npm test` makes one), unless database or files lie elsewhere. */
function makeFolder(settings: ProductOptions["settings"] = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-f-"));
  // PostgreSQL runs as another user when we are root, and has to reach its folder.
  chmodSync(folder, 0o711);
  const templates = process.env["DATA_TEMPLATES"];
  // Of all copies only `cp` gives PostgreSQL's files to the account that they belong to.
  const keepsElsewhere = settings["DATABASE_URL"] !== undefined || settings["STORAGE_URL"] !== undefined;
  if (templates !== undefined && !keepsElsewhere) execFileSync("cp", ["-a", `${join(templates, "empty")}/.`, folder]);
  return folder;
}

/** With which options of Node a tree's own start runs it. */
function nodeOptionsOf(tree: string): readonly string[] {
  return JSON.parse(readFileSync(join(tree, "server/node-options.json"), "utf8"));
}

/** Free at first, and the same again; with TLS a setting says which port people reach, and any other will do beside it. */
const plainPortOf = (address: string): string => (address.startsWith("http:") ? new URL(address).port : "0");

/** A process that is ready. */
interface Launched {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly address: string;
  readonly inspector: string;
}

function launch(
  dataDir: string,
  port: string,
  { settings, tree = repository }: ProductOptions,
  onText: (text: string) => void,
): Promise<Launched> {
  // Nobody is attached to the inspector but at the two ends of a run, and it costs nothing meanwhile.
  const words = [...nodeOptionsOf(tree), "--inspect=127.0.0.1:0", join(tree, "server/src/main.ts")];
  const child = spawn(process.execPath, words, {
    // Neither the settings of the caller nor an .env of the repository may reach it.
    cwd: tmpdir(),
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: dataDir,
      PORT: port,
      DEMO: "0",
      LIMITS: "off",
      LOG_LEVEL: "warn",
      ...settings,
    },
    // It leaves in order when the channel closes, also when the harness was killed.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (chunk: Buffer): void => {
      const text = chunk.toString();
      if (said.length < 100_000) said += text;
      onText(text);
      const ready = /^Cuplaj is ready: (https?:\/\/127\.0\.0\.1:\d+)/mu.exec(said)?.[1];
      const inspector = /^Debugger listening on (ws:\S+)$/mu.exec(said)?.[1];
      if (ready !== undefined && inspector !== undefined)
        resolve({ child, pid: child.pid ?? 0, address: ready, inspector });
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("exit", (code, signal) =>
      reject(new Error(`the server ended with ${code ?? signal} before it was ready:\n${said}`)),
    );
  });
}

/** Pino writes 50 for error and 60 for fatal; what is no JSON is Node's own account of a crash. */
const isError = (line: string): boolean =>
  /^\{"level":(?:50|60|"error"|"fatal")/u.test(line) || /^\w*Error: /u.test(line);

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill(signal);
  return await ended;
}

function residentBytesOf(pid: number | undefined): number {
  const file = `/proc/${pid}/status`;
  if (pid === undefined || !existsSync(file)) return 0;
  return Number(/^VmRSS:\s+(\d+) kB/mu.exec(readFileSync(file, "utf8"))?.[1] ?? 0) * 1024;
}

/** PostgreSQL may still be writing its last files. */
async function removeFolder(folder: string): Promise<void> {
  for (let left = 50; left > 0 && existsSync(folder); left -= 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (left === 1) throw error;
      await sleep(100);
    }
  }
}

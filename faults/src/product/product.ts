import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sleep } from "../clock.ts";
import { type Footprint, footprintOf, lookForLeftovers } from "../leftovers/leftovers.ts";
import { warmUp } from "../leftovers/warm-up.ts";
import { here, type Machine } from "./machine.ts";

/** The repository's root, whose `server/src/main.ts` is the default product. */
export const repository = fileURLToPath(new URL("../../..", import.meta.url));

export interface ProductOptions {
  /** The `DATA_DIR`, by default a temporary folder that is removed at the end. */
  readonly dataDir?: string;
  /** Environment variables besides `DATA_DIR` and `PORT`. By default, limits and the demo are off. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The root of the tree whose server runs: the repository, or a mutated copy. */
  readonly tree?: string;
  /** The machine on which the server runs, by default this one. */
  readonly machine?: Machine;
  /** The address of a proxy in front of the server. By default, the server is called directly. */
  readonly address?: string;
  /** SEC-12: whether leftovers are judged (the default). That takes 10 s, so mutants and controls turn it off. */
  readonly isJudgedByLeftovers?: boolean;
}

/** A server process, with its own PostgreSQL in its folder. */
export interface Product {
  /** `http://127.0.0.1:port`, or `https` with a certificate. Restarts do not change it. */
  readonly address: string;
  readonly dataDir: string;
  pid(): number;
  /** The lines logged as error or fatal, including crashes in plain text. */
  readonly errors: readonly string[];
  log(): string;
  /** Sends a signal and waits for the server to exit. Returns the exit code, or null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Restarts with the same folder and port, keeping changed settings and tree; returns the startup time, ms. */
  start(settings?: Readonly<Record<string, string>>, tree?: string): Promise<number>;
  crashAndRestart(whileAway?: () => Promise<void>): Promise<number>;
  residentBytes(): number;
  /** SEC-12: the descriptors and memory that the process holds now. */
  footprint(): Promise<Footprint>;
  /** Checks for leftovers, ends the server, and removes a folder created here; all clients must have left. */
  stop(): Promise<void>;
}

/** Starts the product. If that fails, throws with its output. */
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
  let { settings, tree = repository } = options;
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
    async start(changed = {}, newTree = tree) {
      const before = performance.now();
      [settings, tree] = [{ ...settings, ...changed }, newTree];
      running = await launch(dataDir, plainPortOf(address), { ...options, settings, tree }, (text) => {
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
    async footprint() {
      if (running === null) throw new Error("the product does not run");
      return await footprintOf(running);
    },
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
    // This happens only at the first start: after a restart clients reconnect at once, and the process is never empty.
    if (running !== null && (options.isJudgedByLeftovers ?? true)) began = await beginningOf(running, address);
    return Object.assign(product, { address: options.address ?? address });
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

/** Makes a folder: a copy of the template of a first start (`npm test` creates one), or empty if the database or files are elsewhere. */
function makeFolder(settings: ProductOptions["settings"] = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-f-"));
  // If we are root, PostgreSQL runs as another user, who must be able to reach its folder.
  chmodSync(folder, 0o711);
  const templates = process.env["DATA_TEMPLATES"];
  // Only `cp -a` keeps the owner of PostgreSQL's files.
  const keepsElsewhere = settings["DATABASE_URL"] !== undefined || settings["STORAGE_URL"] !== undefined;
  if (templates !== undefined && !keepsElsewhere) execFileSync("cp", ["-a", `${join(templates, "empty")}/.`, folder]);
  return folder;
}

function nodeOptionsOf(tree: string): readonly string[] {
  return JSON.parse(readFileSync(join(tree, "server/node-options.json"), "utf8"));
}

/** The port of plain HTTP: any free one at first, then the same one again. With TLS, where a setting fixes the public port, any free one will do. */
const plainPortOf = (address: string): string => (address.startsWith("http:") ? new URL(address).port : "0");

interface Launched {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly address: string;
  readonly inspector: string;
}

function launch(
  dataDir: string,
  port: string,
  { settings, tree = repository, machine = here }: ProductOptions,
  onText: (text: string) => void,
): Promise<Launched> {
  // The inspector is used only at the start and the end of a run, and costs nothing in between.
  const words = [...nodeOptionsOf(tree), "--inspect=127.0.0.1:0", join(tree, "server/src/main.ts")];
  const child = spawn(...machine.command(process.execPath, words), {
    // Neither the caller's settings nor the repository's .env may affect it.
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
    // When the channel closes, the server shuts down, even if the harness was killed.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (chunk: Buffer): void => {
      const text = chunk.toString();
      if (said.length < 100_000) said += text;
      onText(text);
      const ready = /^Cuplaj is ready: (https?:\/\/[^\s/]+)/mu.exec(said)?.[1];
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

/** Whether a line is an error: Pino logs errors as 50 and fatal ones as 60, and Node reports a crash in plain text. */
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

/** Removes a folder, with retries, since PostgreSQL may still be writing its last files. */
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

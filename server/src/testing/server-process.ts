import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { onTestFinished, vi } from "vitest";
import { type AtEnd, endAfterAll } from "./at-end.ts";
import { filesFolderOf } from "./database.ts";

export interface EndedProcess {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServerProcess {
  readonly pid: number;
  /** The address that the server printed, without the trailing slash. */
  readonly url: string;
  readonly ended: Promise<EndedProcess>;
  signal(signal: NodeJS.Signals): void;
}

const sourceFolder = fileURLToPath(new URL("..", import.meta.url));
/** Node's cache of compiled code, which halves the work of starting. */
const compiledCode = join(sourceFolder, "../../node_modules/.cache/node");

/** Makes a folder for use as `DATA_DIR`; it is removed after the test. */
export function temporaryFolder(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-test-"));
  chmodSync(folder, 0o711);
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

/** Copies the folder of a freshly started server that `npm test` prepared; without one, makes an empty folder. */
export function initialisedFolder(template: "empty" | "demo", atEnd: AtEnd = onTestFinished): string {
  const folder = temporaryFolder(atEnd);
  const templates = process.env["DATA_TEMPLATES"];
  // Only `cp -a` keeps the owner of PostgreSQL's files.
  if (templates !== undefined) execFileSync("cp", ["-a", `${join(templates, template)}/.`, folder]);
  return folder;
}

/** The user that a program runs as, if not the one who runs the tests. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** Starts a server with only these settings on a free port; it is stopped after the test. */
export async function startServerProcess(
  settings: Record<string, string>,
  as?: RunAs,
  atEnd: AtEnd = onTestFinished,
): Promise<ServerProcess> {
  const { child, ended } = launch("main.ts", [], { PORT: "0", LOG_LEVEL: "warn", ...settings }, as);
  atEnd(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (text: string) => {
      output += text;
      const address = /Cuplaj is ready: (\S+)\/(?:"\}|$)/mu.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    void ended.then((end) => reject(new Error(`the server did not start:\n${end.stderr}`)));
  });
  return { pid: child.pid ?? 0, url, ended, signal: (signal) => void child.kill(signal) };
}

/** Shares a server among the tests of a `describe` or file that leave it unchanged. It starts on demand, since startup costs 1.5 s of CPU time. */
export function shareServer(
  settingsOf: (atEnd: AtEnd) => Record<string, string>,
  as?: RunAs,
): () => Promise<ServerProcess> {
  const atEnd = endAfterAll();
  let settings: Record<string, string> | null = null;
  let running: ServerProcess | null = null;
  return async () => {
    if (running !== null) return running;
    settings ??= settingsOf(atEnd);
    const started = await startServerProcess(settings, as, atEnd);
    running = started;
    void started.ended.then(() => (running = null));
    return started;
  };
}

export async function runProgram(
  program: "main.ts" | "cuplaj.ts",
  words: readonly string[],
  settings: Record<string, string>,
  input = "",
): Promise<EndedProcess> {
  return await startProgram(program, words, settings, input).ended;
}

/** Starts a program of the server, to which the caller can send signals. */
export function startProgram(
  program: "main.ts" | "cuplaj.ts",
  words: readonly string[],
  settings: Record<string, string>,
  input = "",
): Pick<ServerProcess, "ended" | "signal"> {
  const { child, ended } = launch(program, words, settings);
  child.stdin?.end(input);
  return { ended, signal: (signal) => void child.kill(signal) };
}

function launch(
  program: string,
  words: readonly string[],
  settings: Record<string, string>,
  as?: RunAs,
): { child: ChildProcess; ended: Promise<EndedProcess> } {
  const child = spawn(process.execPath, [join(sourceFolder, program), ...words], {
    // Runs outside the repository, whose .env must not affect the program.
    cwd: tmpdir(),
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: compiledCode,
      ...sharedStorage(settings["DATABASE_URL"]),
      ...settings,
    },
    stdio: ["pipe", "pipe", "pipe"],
    ...as,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<EndedProcess>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
  return { child, ended };
}

/** Gives all programs on a database the same file storage. */
export const sharedStorage = (databaseUrl: string | undefined): Record<string, string> =>
  databaseUrl === undefined ? {} : { STORAGE_URL: pathToFileURL(filesFolderOf(databaseUrl)).href };

/** Calls `ask` repeatedly until the result is defined. */
export async function until<T>(ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  return await vi.waitFor(async () => {
    const answer = await ask();
    if (answer === undefined) throw new Error("there was no answer in all that time");
    return answer;
  }, patient);
}

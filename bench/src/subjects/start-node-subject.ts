import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { BENCH_APP } from "../publisher.ts";
import { type Subject, SUBJECT_NODE_OPTIONS, subjectOf } from "./subject.ts";

const require = createRequire(import.meta.url);

/** Starts our realtime server as its own process. */
export function startCuplaj(extraNodeOptions: readonly string[] = []): Promise<Subject> {
  return start("cuplaj", "this commit", "./cuplaj-server.ts", extraNodeOptions);
}

/** Starts the plain `ws.send` server as its own process. */
export function startPlain(): Promise<Subject> {
  return start("plain-ws", `ws ${require("ws/package.json").version}`, "./plain-server.ts", []);
}

async function start(
  name: "cuplaj" | "plain-ws",
  version: string,
  entry: string,
  extraNodeOptions: readonly string[],
): Promise<Subject> {
  const child = fork(new URL(entry, import.meta.url), {
    execArgv: [...SUBJECT_NODE_OPTIONS, ...extraNodeOptions],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(portIn(message)));
    child.once("exit", (code) => reject(new Error(`${name} ended with code ${code} before it listened`)));
  });
  return subjectOf(child, { name, version, port, path: `/app/${BENCH_APP.key}?protocol=7&client=bench&version=1` });
}

function portIn(message: unknown): number {
  if (typeof message === "object" && message !== null && "port" in message && typeof message.port === "number") {
    return message.port;
  }
  throw new Error("the server did not tell its port");
}

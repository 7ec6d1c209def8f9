import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Subject, SUBJECT_NODE_OPTIONS, subjectOf } from "./subject.ts";

export async function startPlain(name: "plain-ws" | "bare-write"): Promise<Subject> {
  const child = fork(new URL("./plain-server.ts", import.meta.url), name === "bare-write" ? ["bare"] : [], {
    execArgv: [...SUBJECT_NODE_OPTIONS],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(Number(message)));
    child.once("exit", (code) => reject(new Error(`${name} ended with code ${code} before it listened`)));
  });
  return subjectOf(child, { name, version: `ws ${libraryVersion()}`, port });
}

function libraryVersion(): string {
  const manifestFile = createRequire(import.meta.url).resolve("ws/package.json");
  const manifest: { version: string } = JSON.parse(readFileSync(manifestFile, "utf8"));
  return manifest.version;
}

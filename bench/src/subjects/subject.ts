import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { BENCH_APP } from "../publisher.ts";

export type Subject = {
  readonly name: SubjectName;
  readonly version: string;
  readonly pid: number;
  readonly port: number;
  /** Collects garbage, and returns free memory to the system as far as the runtime can. */
  collectGarbage(): Promise<void>;
  stop(): Promise<void>;
};

/** Our server, soketi, `ws.send` per socket, and a bare write of a finished frame. */
export const SUBJECT_NAMES = ["cuplaj", "soketi", "plain-ws", "bare-write"] as const;
export type SubjectName = (typeof SUBJECT_NAMES)[number];

export const WEBSOCKET_PATH = `/app/${BENCH_APP.key}?protocol=7&client=bench&version=1`;

export const SUBJECT_NODE_OPTIONS = [
  "--expose-gc",
  "--import",
  new URL("./collect-on-signal.mjs", import.meta.url).href,
] as const;

const COLLECTION_MS = 2000;

export function subjectOf(
  child: ChildProcess,
  about: Pick<Subject, "name" | "version" | "port">,
  endSignal: NodeJS.Signals = "SIGKILL",
): Subject {
  const { pid } = child;
  if (pid === undefined) throw new Error(`${about.name} did not start`);
  return {
    ...about,
    pid,
    async collectGarbage() {
      child.kill("SIGUSR2");
      await new Promise((resolve) => setTimeout(resolve, COLLECTION_MS));
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(endSignal);
      await once(child, "exit");
    },
  };
}

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { BENCH_APP } from "../publisher.ts";

/** A measured server: its own process, listening on loopback. */
export type Subject = {
  readonly name: SubjectName;
  readonly version: string;
  readonly pid: number;
  readonly port: number;
  /** Collects garbage in the process; what is free then goes back to the system as far as the runtime does that. */
  collectGarbage(): Promise<void>;
  stop(): Promise<void>;
};

/** The measured servers: ours, soketi as it comes, `ws.send` to each socket, one bare write of a finished frame to each. */
export const SUBJECT_NAMES = ["cuplaj", "soketi", "plain-ws", "bare-write"] as const;
export type SubjectName = (typeof SUBJECT_NAMES)[number];

/** Where clients connect, on every measured server. */
export const WEBSOCKET_PATH = `/app/${BENCH_APP.key}?protocol=7&client=bench&version=1`;

/** Node options under which every measured server runs. */
export const SUBJECT_NODE_OPTIONS = [
  "--expose-gc",
  "--import",
  new URL("./collect-on-signal.mjs", import.meta.url).href,
] as const;

/** How long the rounds of garbage collection after a signal take. */
const COLLECTION_MS = 2000;

/** The subject that a started process is; it ends by `endSignal`. */
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

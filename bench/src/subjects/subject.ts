import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** A measured server: its own process, listening on loopback. */
export type Subject = {
  readonly name: SubjectName;
  readonly version: string;
  readonly pid: number;
  readonly port: number;
  readonly path: string;
  /** Collects garbage in the process and gives the memory back to the system where it can. */
  collectGarbage(): Promise<void>;
  stop(): Promise<void>;
};

/** The measured servers, ours first. */
export const SUBJECT_NAMES = ["cuplaj", "soketi", "plain-ws"] as const;
export type SubjectName = (typeof SUBJECT_NAMES)[number];

/** The module that makes a process collect garbage on SIGUSR2; works on Node 20 and 24. */
export const COLLECT_ON_SIGNAL = new URL("./collect-on-signal.mjs", import.meta.url).href;

/** Node options under which every measured server runs. */
export const SUBJECT_NODE_OPTIONS = ["--expose-gc", "--import", COLLECT_ON_SIGNAL];

/** The subject that a started process is. */
export function subjectOf(
  child: ChildProcess,
  about: Pick<Subject, "name" | "version" | "port" | "path">,
): Subject {
  const { pid } = child;
  if (pid === undefined) throw new Error(`${about.name} did not start`);
  return {
    ...about,
    pid,
    async collectGarbage() {
      child.kill("SIGUSR2");
      await new Promise((resolve) => setTimeout(resolve, 2000));
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

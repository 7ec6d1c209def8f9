import { Worker } from "node:worker_threads";
import type { Clock, Timer } from "../kernel/clock.ts";
import { Turns } from "../kernel/turns.ts";
import type { MailProblem, ParsedMail } from "./rules.ts";

export type MailRead = { readonly mail: ParsedMail } | { readonly problem: MailProblem };

/** Reads the e-mail at a path, and writes its attachments into a folder. */
export type ReadMail = (path: string, folder: string) => Promise<MailRead>;

const mainFile = new URL("./reader-main.ts", import.meta.url);
const usualLimits = { readMsMax: 30_000, idleMsMax: 60_000, heapMebibytesMax: 384 };

/** INMAIL-8: reads e-mails one at a time, in a thread that starts with the first, ends when idle, and is ended past its limits of time and memory. */
export function createMailReader(
  clock: Pick<Clock, "setTimeout" | "clearTimeout">,
  limits: Partial<typeof usualLimits> = {},
): { readonly readMail: ReadMail; readonly stop: () => Promise<void> } {
  const { readMsMax, idleMsMax, heapMebibytesMax } = { ...usualLimits, ...limits };
  const turns = new Turns<"mail">(1);
  let worker: Worker | null = null;
  let idle: Timer | null = null;

  const end = async (): Promise<void> => {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };
  const start = (): Worker => {
    const resourceLimits = { maxOldGenerationSizeMb: heapMebibytesMax };
    const started = new Worker(mainFile, { env: {}, resourceLimits });
    started.unref();
    // The end of the thread says enough to the one who waits for an answer.
    started.on("error", () => undefined);
    started.once("exit", () => {
      if (worker === started) worker = null;
    });
    return started;
  };
  return {
    readMail: (path, folder) =>
      turns.run("mail", async () => {
        if (idle !== null) clock.clearTimeout(idle);
        worker ??= start();
        const read = await readWithin(clock, readMsMax, worker, { path, folder });
        if ("problem" in read) await end();
        else idle = clock.setTimeout(() => void end(), idleMsMax);
        return read;
      }),
    async stop() {
      if (idle !== null) clock.clearTimeout(idle);
      await end();
    },
  };
}

async function readWithin(
  clock: Pick<Clock, "setTimeout" | "clearTimeout">,
  msMax: number,
  worker: Worker,
  mail: { readonly path: string; readonly folder: string },
): Promise<MailRead> {
  const { promise, resolve } = Promise.withResolvers<MailRead>();
  const endedEarly = (): void => resolve({ problem: "ended" });
  const timer = clock.setTimeout(() => resolve({ problem: "too-long-to-read" }), msMax);
  worker.once("message", resolve).once("exit", endedEarly);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(mail);
  const read = await promise;
  clock.clearTimeout(timer);
  worker.off("message", resolve).off("exit", endedEarly);
  return read;
}

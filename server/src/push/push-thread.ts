import { Worker } from "node:worker_threads";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { VapidParts } from "./encrypt-push.ts";
import type { DeliverPush, Push, Pushed } from "./push.ts";

export interface PushThreadData extends VapidParts {
  readonly isLoopbackAllowed: boolean;
}

/** PUSH-5: encrypts and sends pushes in a separate thread, so that they never delay messages. */
export interface PushThread {
  readonly deliver: DeliverPush;
  stop(): Promise<void>;
}

const mainFile = new URL("./push-main.ts", import.meta.url);

/** Starts the thread at the first push, and restarts it after it has died. */
export function createPushThread(workerData: PushThreadData): PushThread {
  const waiting = new Map<number, (pushed: Pushed) => void>();
  let worker: Worker | null = null;
  let lastId = 0;

  const failAll = (failure: string): void => {
    for (const settle of waiting.values()) settle({ failure });
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(mainFile, { workerData });
    started.unref();
    started.on("message", ({ id, pushed }: { readonly id: number; readonly pushed: Pushed }) => {
      waiting.get(id)?.(pushed);
      waiting.delete(id);
    });
    const lose = (reason: string): void => {
      if (worker === started) worker = null;
      failAll(reason);
    };
    started.on("error", (error) => lose(`the push thread failed: ${reasonOf(error)}`));
    started.on("exit", () => lose("the push thread ended"));
    return started;
  };
  return {
    deliver: (push: Push) =>
      new Promise((resolve) => {
        worker ??= start();
        lastId += 1;
        waiting.set(lastId, resolve);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage({ id: lastId, push });
      }),
    async stop() {
      await worker?.terminate();
    },
  };
}

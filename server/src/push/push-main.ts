import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../kernel/clock.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { nameServerLookup } from "../kernel/name-servers.ts";
import { createPost } from "../kernel/post.ts";
import { createEncryptPush } from "./encrypt-push.ts";
import type { Push, Pushed } from "./push.ts";
import type { PushThreadData } from "./push-thread.ts";

// The push thread: encrypts and sends each push, and returns the result under its id.

const { vapid, subject, isLoopbackAllowed } = workerData as PushThreadData;
// The thread gets a lower priority than the main thread; on Linux, priorities are per thread.
if (process.platform === "linux") setPriority(5);
const encryptPush = createEncryptPush({ vapid, subject });
const post = createPost({
  isPrivateAllowed: isLoopbackAllowed,
  clock: systemClock,
  isReused: true,
  // Name servers cannot resolve `localhost`.
  ...(isLoopbackAllowed ? {} : { lookup: nameServerLookup() }),
});

async function deliver(push: Push): Promise<Pushed> {
  try {
    return await post(encryptPush(push, systemClock.now()));
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

parentPort?.on("message", ({ id, push }: { readonly id: number; readonly push: Push }) => {
  void deliver(push).then((pushed) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage({ id, pushed });
  });
});

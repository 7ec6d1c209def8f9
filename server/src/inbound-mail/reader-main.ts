import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { MailRead } from "./mail-reader.ts";
import { readMail } from "./read-mail.ts";

// The thread that reads e-mails, one at a time, and returns what is in them.

// On Linux, priorities are per thread.
if (process.platform === "linux") setPriority(5);

parentPort?.on("message", ({ path, folder }: { readonly path: string; readonly folder: string }) => {
  const answer = (read: MailRead): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(read);
  };
  readMail(path, folder).then(
    (mail) => answer({ mail }),
    () => answer({ problem: "unreadable" }),
  );
});

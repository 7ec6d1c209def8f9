import type { Lock } from "@tus/server";
import { type Clock, pause, type Timer } from "../../kernel/clock.ts";
import { refused } from "../../kernel/outcome.ts";
import { TusRefused } from "./tus-refused.ts";
import type { UploadStore } from "./store.ts";

interface LockParts {
  readonly uploads: Pick<UploadStore, "hold" | "keepHold" | "letGo">;
  readonly clock: Pick<Clock, "setTimeout" | "setInterval" | "clearInterval">;
}

/** A fifth of a hold's duration, so that even a slow database does not lose a hold. */
const keepEveryMs = 1000;
const tryEveryMs = 100;
/** These tries together take longer than an abandoned hold lasts. */
const triesMax = 80;

/** MSG-3d: holds an upload across processes. The next request ends the hold, since a sender that returns knows that its old connection is dead. */
export function createUploadLock(
  { uploads, clock }: LockParts,
  { uploadId, uploaderId, holder }: { readonly uploadId: string; readonly uploaderId: number; readonly holder: string },
): Lock {
  let timer: Timer | null = null;

  async function keep(letGo: () => unknown): Promise<void> {
    // If the database does not respond, the hold counts as lost, since writes without a valid hold are discarded anyway.
    const isStillHeld = await uploads.keepHold(uploadId, holder).catch(() => false);
    if (!isStillHeld) await letGo();
  }

  return {
    async lock(_signal, letGo) {
      for (let tries = 0; tries < triesMax; tries += 1) {
        const hold = await uploads.hold(uploadId, uploaderId, holder);
        if (hold === "absent") throw new TusRefused(refused("not_found"));
        if (hold === "held") {
          timer = clock.setInterval(() => void keep(letGo), keepEveryMs);
          return;
        }
        await pause(clock, tryEveryMs);
      }
      throw new TusRefused(refused("unavailable", { retryAfterMs: keepEveryMs }));
    },
    async unlock() {
      if (timer !== null) clock.clearInterval(timer);
      await uploads.letGo(uploadId, holder);
    },
  };
}

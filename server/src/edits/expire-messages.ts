import { isoTime } from "../kernel/clock.ts";
import { type AgingParts, endOfAge, hourly, type Rounds } from "../kernel/rounds.ts";

interface AgedMessage {
  readonly id: number;
  readonly roomId: number;
  readonly isDeleted: boolean;
}

export interface RetentionStore {
  /** Returns the next messages by id, up to the first one that is not older than `before`; empty at the end. */
  listOlder(afterId: number, before: string): Promise<readonly AgedMessage[]>;
  /** Removes text and file as if the author had deleted the message (MSG-7b); does nothing if it is already deleted. */
  expire(message: Pick<AgedMessage, "id" | "roomId">, now: string): Promise<void>;
}

/**
 * KEEP-5: removes text and file of messages older than `RETENTION_DAYS`, each in its own transaction, so that a send waits for at most one. The room
 * tail broadcasts the changes (decision 0019).
 */
export function expireMessages({ store, ...parts }: AgingParts<RetentionStore>): Rounds {
  let afterId = 0;
  async function expireAll(ending: AbortSignal): Promise<void> {
    const before = endOfAge(parts);
    for (let found = await store.listOlder(afterId, before); found.length > 0;) {
      for (const message of found) {
        if (ending.aborted) return;
        if (!message.isDeleted) await store.expire(message, isoTime(parts.clock.now()));
        afterId = message.id;
      }
      found = await store.listOlder(afterId, before);
    }
  }
  return hourly({ ...parts, work: expireAll, failure: "the text of old messages could not be removed" }).start();
}

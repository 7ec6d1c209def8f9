import { isoTime } from "../kernel/clock.ts";
import { type AgingParts, endOfAge, hourly, type Rounds } from "../kernel/rounds.ts";

/** An old message, with the room that it is of. */
interface AgedMessage {
  readonly id: number;
  readonly roomId: number;
  readonly isDeleted: boolean;
}

/** Messages as they age. */
export interface RetentionStore {
  /** Of the next few messages after one, by id, those up to the first that was not sent before a time; none after the last one. */
  listOlder(afterId: number, before: string): Promise<readonly AgedMessage[]>;
  /** Takes a message's words and file as its author's deletion does (MSG-7b); harmless when it is deleted already. */
  expire(message: Pick<AgedMessage, "id" | "roomId">, now: string): Promise<void>;
}

/**
 * KEEP-5: takes text and file of messages that are older (`RETENTION_DAYS`), each in a transaction of its own, so that nobody's send waits
 * for more than one; the room tail announces them (decision 0019).
 */
export function expireMessages({ store, ...parts }: AgingParts<RetentionStore>): Rounds {
  /** Up to where nothing is left: later messages are not older. */
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

import { type Clock, isoTime } from "../kernel/clock.ts";
import type { EntryBroadcaster } from "../rooms/broadcast-entry.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";
import { toMessage } from "./rules.ts";
import type { MessageStore, NewMessage, SettledPublication } from "./store.ts";

interface BatchTimes {
  readonly sends: number;
  readonly commitMs: number;
  readonly broadcastMs: number;
}

export interface BatchParts {
  readonly messages: Pick<MessageStore, "publish">;
  readonly broadcaster: Pick<EntryBroadcaster, "broadcast">;
  readonly clock: Pick<Clock, "now" | "steadyMs">;
  readonly measureBatch: (times: BatchTimes) => void;
}

/** Commits sends together. Returns their results in order, and a function that broadcasts them (call it once). Neither throws. */
export type CommitBatch = (
  sends: readonly NewMessage[],
) => Promise<{ readonly results: readonly SettledPublication[]; readonly broadcast: () => Promise<void> }>;

/** MSG-5: broadcasts a room's messages in the order of `seq`, which is the order of the batch. */
export function createCommitBatch({ messages, broadcaster, clock, measureBatch }: BatchParts): CommitBatch {
  return async (sends) => {
    const sinceMs = clock.steadyMs();
    const startedAt = performance.now();
    const results = await messages.publish(sends, isoTime(clock.now()));
    const committedAt = performance.now();
    const broadcast = async (): Promise<void> => {
      await broadcaster.broadcast(results.flatMap(entriesOf), sinceMs);
      const broadcastMs = performance.now() - committedAt;
      measureBatch({ sends: sends.length, commitMs: committedAt - startedAt, broadcastMs });
    };
    return { results, broadcast };
  };
}

/** The entry to broadcast; none if nothing was stored. */
export function entriesOf(result: SettledPublication): CommittedEntry[] {
  if (result.status === "rejected" || result.value.kind !== "stored") return [];
  const { message, membersSeq } = result.value;
  const { roomId, seq } = message;
  return [{ kind: "message", roomId, seq, message: toMessage(message, "everyone"), membersSeq }];
}

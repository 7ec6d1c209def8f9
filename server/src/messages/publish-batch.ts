import { type Clock, isoTime } from "../kernel/clock.ts";
import type { EntryBroadcaster } from "../rooms/broadcast-entry.ts";
import type { CommittedEntry } from "../rooms/log-rules.ts";
import { type StoredMessage, toMessage } from "./rules.ts";
import type { MessageStore, NewMessage, Publication, SettledPublication } from "./store.ts";

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
  /** Called with each new message after its broadcast; never throws. */
  readonly noteStored: (message: StoredMessage) => void;
}

/** Commits sends together. Returns their results in order, and a function that broadcasts them (call it once). Neither throws. */
export type CommitBatch = (
  sends: readonly NewMessage[],
) => Promise<{ readonly results: readonly SettledPublication[]; readonly broadcast: () => Promise<void> }>;

/** MSG-5: broadcasts a room's messages in the order of `seq`, which is the order of the batch. */
export function createCommitBatch({ messages, broadcaster, clock, measureBatch, noteStored }: BatchParts): CommitBatch {
  return async (sends) => {
    const sinceMs = clock.steadyMs();
    const startedAt = performance.now();
    const results = await messages.publish(sends, isoTime(clock.now()));
    const committedAt = performance.now();
    const broadcast = async (): Promise<void> => {
      const stored = results.flatMap(storedIn);
      await broadcaster.broadcast(stored.map(toEntry), sinceMs);
      const broadcastMs = performance.now() - committedAt;
      measureBatch({ sends: sends.length, commitMs: committedAt - startedAt, broadcastMs });
      for (const { message } of stored) noteStored(message);
    };
    return { results, broadcast };
  };
}

type Stored = Extract<Publication, { kind: "stored" }>;

const storedIn = (result: SettledPublication): Stored[] =>
  result.status === "fulfilled" && result.value.kind === "stored" ? [result.value] : [];

const toEntry = ({ message, membersSeq }: Stored): CommittedEntry => {
  const { roomId, seq } = message;
  return { kind: "message", roomId, seq, message: toMessage(message, "everyone"), membersSeq };
};

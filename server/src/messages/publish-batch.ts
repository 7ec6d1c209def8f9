import { isoTime } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { type LiveBroadcaster, toRoomHead } from "../rooms/live-broadcaster.ts";
import type { RoomAudiences } from "../rooms/room-audiences.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { toMessage } from "./rules.ts";
import type { MessageStore, NewMessage, Publication } from "./store.ts";

/** What a batch took: until its commit was heard of, and until its messages were broadcast, ms. */
export interface BatchTimes {
  readonly sends: number;
  readonly commitMs: number;
  readonly broadcastMs: number;
}

/** What commits and broadcasts. */
export interface BatchParts {
  readonly messages: Pick<MessageStore, "publish">;
  readonly audiences: RoomAudiences;
  readonly broadcaster: LiveBroadcaster;
  readonly log: Pick<Log, "warn">;
  readonly now: () => number;
  readonly measure: (times: BatchTimes) => void;
  /** The numbering that all rooms' logs follow (MSG-5). */
  readonly epoch: string;
}

/** What became of a send; rejected with what the store failed by. */
export type Settled = PromiseSettledResult<Publication>;

/** Commits sends together, answers for each in their order, and how to broadcast what was stored (once). Neither throws. */
export type CommitBatch = (
  sends: readonly NewMessage[],
) => Promise<{ readonly results: readonly Settled[]; readonly broadcast: () => Promise<void> }>;

type Stored = Publication & { readonly kind: "stored" };

/** ROOM-6: who belonged to a room so long ago may have left since; a process can stand still between commit and broadcast. */
const freshMs = 1500;

/** ERR-3: what could not be broadcast, since the members could not be read, is stored all the same; the room's tail announces it. */
export function createCommitBatch(parts: BatchParts): CommitBatch {
  const { messages, log, now, measure } = parts;
  return async (sends) => {
    const atMs = now();
    const startedAt = performance.now();
    const results = await messages.publish(sends, isoTime(atMs));
    const committedAt = performance.now();
    const stored = results.flatMap((result) =>
      result.status === "fulfilled" && result.value.kind === "stored" ? [result.value] : [],
    );
    const broadcast = async (): Promise<void> => {
      await broadcastStored(parts, stored, now() - atMs > freshMs).catch((error: unknown) =>
        log.warn({ reason: reasonOf(error) }, "messages were stored and could not be broadcast at once"),
      );
      const broadcastMs = performance.now() - committedAt;
      measure({ sends: sends.length, commitMs: committedAt - startedAt, broadcastMs });
    };
    return { results, broadcast };
  };
}

/** MSG-5: a room's messages leave in the order of `seq`, which is that of the batch. */
async function broadcastStored(
  { audiences, broadcaster, epoch }: BatchParts,
  stored: readonly Stored[],
  isLate: boolean,
): Promise<void> {
  const membersSeqs = new Map(stored.map(({ message, membersSeq }) => [message.roomId, isLate ? null : membersSeq]));
  const found = await audiences.of(membersSeqs);
  for (const { message } of stored) {
    const audience = found.get(message.roomId);
    // Without an audience the room is gone, and with it whoever could hear.
    if (audience === undefined) continue;
    const head = { id: message.roomId, offerId: audience.offerId, lastSeq: message.seq };
    const event = { message: toMessage(message, "everyone"), room: toRoomHead(head, epoch) };
    broadcaster.broadcast("ChatMessage", audience.channels, event);
  }
}

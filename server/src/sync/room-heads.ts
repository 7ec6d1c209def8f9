import { userChannel } from "@cuplaj/protocol/channels.ts";
import { roomHeadsEveryMs, syncCursorsMax } from "@cuplaj/protocol/limits.ts";
import { type Clock, isoTime } from "../clock.ts";
import type { Log } from "../log.ts";
import type { LiveBroadcaster } from "../rooms/live-broadcaster.ts";
import { reasonOf } from "../startup-problem.ts";
import type { NameStore } from "../participants/store.ts";
import type { EventLog } from "./store.ts";

/** How far back any event makes its room lately active (ms): two tellings and some air, so that a lost one does no harm. */
const lookedBackMs = 100_000;

/** What telling heads needs; `connected` are the people who have a socket on this process. */
export interface RoomHeadsParts {
  readonly eventLog: Pick<EventLog, "listHeads">;
  readonly people: Pick<NameStore, "findVersions">;
  readonly broadcaster: LiveBroadcaster;
  readonly connected: () => readonly number[];
  readonly epoch: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** LIVE-3: tells everyone connected where the logs of their lately active rooms end; who has none such hears nothing. */
export async function tellRoomHeads(parts: Omit<RoomHeadsParts, "log">): Promise<void> {
  const { eventLog, broadcaster, epoch, clock } = parts;
  const connected = parts.connected();
  if (connected.length === 0) return;
  const heads = await eventLog.listHeads(connected, isoTime(clock.now() - lookedBackMs));
  const byPerson = Map.groupBy(heads, (head) => head.participantId);
  if (byPerson.size === 0) return;
  const versions = await parts.people.findVersions([...byPerson.keys()]);
  for (const [participantId, own] of byPerson) {
    broadcaster.broadcast("RoomHeads", [userChannel(participantId)], {
      epoch,
      heads: own.slice(0, syncCursorsMax).map(({ roomId, lastSeq }) => ({ id: roomId, last_seq: lastSeq })),
      user_version: versions.get(participantId) ?? 0,
    });
  }
}

/** Tells heads every 45 s until it is stopped; while the database is away nobody is told, and nothing else happens. */
export function keepTellingRoomHeads(parts: RoomHeadsParts): { stop(): Promise<void> } {
  const { clock, log } = parts;
  let telling: Promise<void> | null = null;
  const tell = async (): Promise<void> => {
    try {
      await tellRoomHeads(parts);
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "the heads of rooms could not be told");
    } finally {
      telling = null;
    }
  };
  const timer = clock.setInterval(() => {
    // One that takes longer than the interval is not joined by a second.
    telling ??= tell();
  }, roomHeadsEveryMs);
  return {
    async stop() {
      clock.clearInterval(timer);
      await telling;
    },
  };
}

import { roomChannel, userChannel, userIdOfChannel } from "@cuplaj/protocol/channels.ts";
import type { SyncEvent } from "@cuplaj/protocol/sync.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { type CommittedEntry, toEvent } from "./log-rules.ts";
import type { RoomStore } from "./store.ts";

export interface LiveBroadcaster {
  /** Must be called after the commit, never inside a transaction (ERR-3). */
  broadcast(roomId: number, event: SyncEvent, channels: readonly string[]): void;
}

interface BroadcastParts {
  readonly rooms: Pick<RoomStore, "listAudiences">;
  readonly live: LiveBroadcaster;
  readonly clock: Pick<Clock, "steadyMs">;
  readonly log: Pick<Log, "warn">;
  readonly epoch: string;
}

interface Audience {
  readonly name: string;
  readonly membersSeq: number;
  readonly channels: readonly string[];
}

/** ROOM-6: a member list older than this is outdated, since a process may be halted between commit and broadcast. */
const freshMs = 1500;

/** Most channel names cached for all rooms together; beyond that, the member list read longest ago is evicted. */
const channelsMax = 500_000;

/** Broadcasts committed entries to a room's members (LIVE-4); rereads them only after a join or leave. */
export class EntryBroadcaster {
  readonly #parts: BroadcastParts;
  readonly #known = new Map<number, Audience>();
  #channels = 0;

  constructor(parts: BroadcastParts) {
    this.#parts = parts;
  }

  /** Broadcasts entries that were committed after `sinceMs`. Never throws: the room tail announces what was not broadcast (ERR-3). */
  async broadcast(entries: readonly CommittedEntry[], sinceMs: number): Promise<void> {
    const { live, log, epoch } = this.#parts;
    try {
      const audiences = await this.#findAudiences(entries, sinceMs);
      const leavers = leaversOf(entries);
      for (const entry of entries) {
        const audience = audiences.get(entry.roomId);
        // The room no longer exists, and neither do its listeners.
        if (audience === undefined) continue;
        const { name, channels } = audience;
        const left = leavers.get(entry.roomId);
        live.broadcast(entry.roomId, toEvent(entry, name, epoch), left === undefined ? channels : [...channels, left]);
      }
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "stored events could not be broadcast at once");
    }
  }

  async #findAudiences(entries: readonly CommittedEntry[], sinceMs: number): Promise<ReadonlyMap<number, Audience>> {
    const { rooms, clock } = this.#parts;
    const startedAtMs = clock.steadyMs();
    const isLate = startedAtMs - sinceMs > freshMs;
    const found = new Map<number, Audience>();
    const unknown = new Set<number>();
    for (const { roomId, membersSeq } of entries) {
      const audience = this.#known.get(roomId);
      if (audience?.membersSeq === membersSeq && !isLate) found.set(roomId, audience);
      else unknown.add(roomId);
    }
    for (const { roomId, memberIds, ...room } of unknown.size === 0 ? [] : await rooms.listAudiences([...unknown])) {
      const audience = { ...room, channels: audienceChannels(room.name, memberIds) };
      this.#remember(roomId, audience);
      found.set(roomId, audience);
    }
    if (clock.steadyMs() - (isLate ? startedAtMs : sinceMs) <= freshMs) return found;
    if (isLate) throw new Error("reading the members took too long");
    return await this.#findAudiences(entries, sinceMs);
  }

  #remember(roomId: number, audience: Audience): void {
    this.#forget(roomId);
    this.#known.set(roomId, audience);
    this.#channels += audience.channels.length;
    for (const oldest of this.#known.keys()) {
      if (this.#channels <= channelsMax || oldest === roomId) break;
      this.#forget(oldest);
    }
  }

  #forget(roomId: number): void {
    this.#channels -= this.#known.get(roomId)?.channels.length ?? 0;
    this.#known.delete(roomId);
  }
}

/** ROOM-6: the own channels of people who leave: they still get the leave and what it ended. A leave is the last entry of its change. */
const leaversOf = (entries: readonly CommittedEntry[]): ReadonlyMap<number, string> =>
  new Map(entries.flatMap((entry) => (entry.kind === "leave" ? [[entry.roomId, userChannel(entry.person.id)]] : [])));

/** LIVE-4: the room's channel and each member's own channel; a socket on several of them gets an event once. */
export const audienceChannels = (name: string, memberIds: readonly number[]): readonly string[] => [
  roomChannel(name),
  ...memberIds.map(userChannel),
];

const peopleOf = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * ROOM-6: restricts events to people who were members at the commit, which are those whose channels are listed, and to users whose ids other programs
 * signed with the application's secret.
 */
export function audienceOf(channels: readonly string[]): (userId: string) => boolean {
  let people = peopleOf.get(channels);
  if (people === undefined) {
    people = new Set(channels.map(userIdOfChannel).filter((id) => id !== null));
    peopleOf.set(channels, people);
  }
  const addressed = people;
  return (userId) => addressed.has(userId) || !Number.isSafeInteger(Number(userId));
}

import { roomChannel, userChannel } from "@cuplaj/protocol/channels.ts";
import type { RoomHeads } from "@cuplaj/protocol/events.ts";
import { roomHeadsEveryMs, syncCursorsMax } from "@cuplaj/protocol/limits.ts";
import { type Clock, pause } from "../kernel/clock.ts";
import { failureLog, type Log } from "../kernel/log.ts";
import { audienceChannels } from "./broadcast-entry.ts";
import type { ActiveRoom, RoomStore } from "./store.ts";

export interface TailSockets {
  isEmpty(): boolean;
  isConnected(participantId: number): boolean;
  holders(channel: string): readonly number[];
  revokeHere(participantId: number, channel: string): void;
  broadcastHere(event: "RoomHeads", channels: readonly string[], data: RoomHeads): void;
}

interface RoomTailParts {
  readonly store: Pick<RoomStore, "listAudiences">;
  /** Finds the versions of people's own settings, which their heads carry (AUTH-8). */
  readonly findVersions: (participantIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  readonly sockets: TailSockets;
  readonly epoch: string;
  readonly clock: Pick<Clock, "steadyMs" | "setTimeout">;
  readonly log: Log;
}

/** Committed events are broadcast within this time, or not at all. */
const landedAfterMs = 250;
const portionMax = 500;

/** A recently active room as last read (0 before that), and what this process has done about it. */
interface TailedRoom extends ActiveRoom {
  /** The highest `seq` passed to this process's sockets; clients notice gaps below it. */
  broadcastSeq: number;
  /** The `membersSeq` at which the channel's holders were last compared with the members. */
  comparedSeq: number;
}

/** Compares broadcasts with commits (decision 0019): at every read while a socket is open, otherwise every 45 s. */
export class RoomTail {
  readonly #parts: RoomTailParts;
  readonly #rooms = new Map<number, TailedRoom>();
  #headsDueAtMs: number;
  #checking: Promise<void> | null = null;
  readonly #logFailure: (error: unknown) => void;

  constructor(parts: RoomTailParts) {
    this.#parts = parts;
    this.#logFailure = failureLog(parts.log, parts.clock, "rooms could not be compared with what was broadcast");
    this.#headsDueAtMs = parts.clock.steadyMs() + roomHeadsEveryMs;
  }

  /** Records a broadcast. False if somebody has joined or left since: the audience may be outdated, so members fetch the event (ROOM-6). */
  record(roomId: number, seq: number): boolean {
    const room = this.#roomOf(roomId);
    if (seq < room.membersSeq) return false;
    room.broadcastSeq = Math.max(room.broadcastSeq, seq);
    return true;
  }

  /** Takes recently active rooms, and compares those that need it once any check in progress is over. */
  check(rooms: readonly ActiveRoom[], isAll: boolean): void {
    const { clock, sockets } = this.#parts;
    const areHeadsDue = isAll && clock.steadyMs() >= this.#headsDueAtMs;
    if (!areHeadsDue && sockets.isEmpty()) return;
    const listed = rooms.map((read) => Object.assign(this.#roomOf(read.id), read));
    this.#checking ??= this.#attempt(this.#checkAll(areHeadsDue ? listed : null)).finally(
      () => (this.#checking = null),
    );
  }

  async stop(): Promise<void> {
    await this.#checking;
  }

  #roomOf(id: number): TailedRoom {
    let room = this.#rooms.get(id);
    if (room === undefined)
      this.#rooms.set(id, (room = { id, name: "", lastSeq: 0, membersSeq: 0, broadcastSeq: 0, comparedSeq: 0 }));
    return room;
  }

  async #attempt(work: Promise<void>): Promise<void> {
    await work.catch(this.#logFailure);
  }

  async #checkAll(listed: readonly TailedRoom[] | null): Promise<void> {
    await this.#heal();
    if (listed === null) return;
    await this.#announceAll(listed);
    this.#headsDueAtMs = this.#parts.clock.steadyMs() + roomHeadsEveryMs;
    // A room that becomes active again is announced and compared once more than necessary, which is harmless.
    const active = new Set(listed);
    for (const room of this.#rooms.values()) if (!active.has(room) && !isDue(room)) this.#rooms.delete(room.id);
  }

  async #heal(): Promise<void> {
    if ([...this.#rooms.values()].some(isBehind)) await pause(this.#parts.clock, landedAfterMs);
    const due = [...this.#rooms.values()].filter(isDue);
    for (const rooms of inPortions(due, portionMax)) await this.#attempt(this.#healSome(rooms));
  }

  async #healSome(rooms: readonly TailedRoom[]): Promise<void> {
    // Holders are read before members: people who join in between keep the channel, and rooms listed in between are compared next time.
    const read = rooms.map((room) => ({
      room,
      membersSeq: room.membersSeq,
      holders: haveMembersMoved(room) ? this.#parts.sockets.holders(channelOf(room)) : [],
    }));
    const asked = read.filter(({ room, holders }) => isBehind(room) || holders.length > 0);
    const members = await this.#membersOf(asked.map(({ room }) => room));
    for (const { room, holders } of asked) {
      const memberIds = members.get(room.id) ?? [];
      this.#revoke(room, holders, memberIds);
      if (!isBehind(room)) continue;
      this.#announce(audienceChannels(room.name, memberIds), [{ id: room.id, last_seq: room.lastSeq }]);
      room.broadcastSeq = room.lastSeq;
    }
    // Holders who came later were checked against the members when they were admitted.
    for (const { room, membersSeq } of read) room.comparedSeq = membersSeq;
  }

  async #membersOf(rooms: readonly ActiveRoom[]): Promise<ReadonlyMap<number, readonly number[]>> {
    if (rooms.length === 0) return new Map();
    const audiences = await this.#parts.store.listAudiences(rooms.map(({ id }) => id));
    return new Map(audiences.map(({ roomId, memberIds }) => [roomId, memberIds]));
  }

  /** ROOM-6: removes former members from the channel, and sends them the event of their leave, in case their pages missed it. */
  #revoke(room: ActiveRoom, holders: readonly number[], memberIds: readonly number[]): void {
    const members = new Set(memberIds);
    const left = new Set(holders.filter((holder) => !members.has(holder)));
    for (const holder of left) this.#parts.sockets.revokeHere(holder, channelOf(room));
    if (left.size > 0) this.#announce([...left].map(userChannel), [{ id: room.id, last_seq: room.membersSeq }]);
  }

  /** ERR-3b: announces heads, so that clients that lack an event can fetch it (MSG-6). */
  #announce(channels: readonly string[], heads: RoomHeads["heads"], version?: number): void {
    const { sockets, epoch } = this.#parts;
    const data = { epoch, heads, ...(version !== undefined && { user_version: version }) };
    sockets.broadcastHere("RoomHeads", channels, data);
  }

  /** LIVE-3e: announces the heads of all recently active rooms to everyone connected, since events also get lost on the network. */
  async #announceAll(listed: readonly TailedRoom[]): Promise<void> {
    const { sockets, findVersions } = this.#parts;
    const headsOf = new Map<number, RoomHeads["heads"]>();
    const collect = async (rooms: readonly TailedRoom[]): Promise<void> => {
      const members = await this.#membersOf(rooms);
      for (const { id, lastSeq } of rooms) {
        for (const memberId of members.get(id)?.filter((member) => sockets.isConnected(member)) ?? []) {
          const heads = headsOf.get(memberId) ?? [];
          heads.push({ id, last_seq: lastSeq });
          headsOf.set(memberId, heads);
        }
      }
    };
    for (const rooms of inPortions(listed, portionMax)) await this.#attempt(collect(rooms));
    if (headsOf.size === 0) return;
    const versions = await findVersions([...headsOf.keys()]);
    for (const [memberId, all] of headsOf) {
      for (const heads of inPortions(all, syncCursorsMax))
        this.#announce([userChannel(memberId)], heads, versions.get(memberId) ?? 0);
    }
  }
}

const channelOf = ({ name }: ActiveRoom): string => roomChannel(name);
const isBehind = ({ lastSeq, broadcastSeq }: TailedRoom): boolean => lastSeq > broadcastSeq;
const haveMembersMoved = ({ membersSeq, comparedSeq }: TailedRoom): boolean => membersSeq > comparedSeq;
const isDue = (room: TailedRoom): boolean => isBehind(room) || haveMembersMoved(room);

function* inPortions<Item>(items: readonly Item[], size: number): Iterable<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

import { roomChannel, roomName, userChannel } from "@cuplaj/protocol/channels.ts";
import type { RoomHeads } from "@cuplaj/protocol/events.ts";
import { roomHeadsEveryMs, syncCursorsMax } from "@cuplaj/protocol/limits.ts";
import { type Clock, pause } from "../kernel/clock.ts";
import { type Log, oncePerMinute } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import { audienceChannels } from "./broadcast-entry.ts";
import type { ActiveRoom, RoomStore, RoomTailStore } from "./store.ts";

/** The sockets of this process, as the tail uses them. */
export interface TailSockets {
  /** Whether no socket is open. */
  isEmpty(): boolean;
  isConnected(participantId: number): boolean;
  /** Who holds a channel. */
  holders(channel: string): readonly number[];
  /** Takes a channel from a person's sockets. */
  revokeHere(participantId: number, channel: string): void;
  broadcastHere(event: "RoomHeads", channels: readonly string[], data: RoomHeads): void;
}

/** What the tail needs; `epoch` is the numbering that all rooms' logs follow (MSG-5). */
export interface RoomTailParts {
  readonly store: RoomTailStore & Pick<RoomStore, "listAudiences">;
  /** How new each person's own settings are, which their heads carry (AUTH-8). */
  readonly findVersions: (participantIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  readonly sockets: TailSockets;
  readonly epoch: string;
  readonly clock: Pick<Clock, "now" | "setTimeout" | "setInterval" | "clearInterval">;
  readonly log: Log;
}

/** Compares what this process has broadcast with what is committed (decision 0019). */
export interface RoomTail {
  /** An event with this `seq` was handed to this process's sockets, whoever broadcast it. */
  note(roomId: string, seq: number): void;
  stop(): Promise<void>;
}

const checkEveryMs = 1000;
/** What is committed and being broadcast right now has landed after this time. */
const landedAfterMs = 250;

/** Starts the checks of one process: every second while a socket is open, else with the heads that are due every 45 s. */
export function startRoomTail(parts: RoomTailParts): RoomTail {
  return new PollingRoomTail(parts);
}

class PollingRoomTail implements RoomTail {
  readonly #parts: RoomTailParts;
  readonly #timer: ReturnType<Clock["setInterval"]>;
  readonly #logFailure: (error: unknown) => void;
  /** The highest `seq` of each lately active room that this process's sockets were handed: a hole below it clients see themselves. */
  readonly #broadcast = new Map<string, number>();
  /** The `members_seq` that those who hold a room's channel were last compared with. */
  readonly #checked = new Map<number, number>();
  #goodCheckAtMs: number | null = null;
  #headsDueInMs = roomHeadsEveryMs;
  #checking: Promise<void> | null = null;

  constructor(parts: RoomTailParts) {
    this.#parts = parts;
    this.#logFailure = oncePerMinute<unknown>(parts.clock, (count, error) =>
      parts.log.warn({ count, reason: reasonOf(error) }, "rooms could not be compared with what was broadcast"),
    );
    this.#timer = parts.clock.setInterval(() => this.#tick(), checkEveryMs);
  }

  note(roomId: string, seq: number): void {
    if (seq > (this.#broadcast.get(roomId) ?? 0)) this.#broadcast.set(roomId, seq);
  }

  async stop(): Promise<void> {
    this.#parts.clock.clearInterval(this.#timer);
    await this.#checking;
  }

  #tick(): void {
    this.#headsDueInMs -= checkEveryMs;
    if (this.#checking !== null || (this.#headsDueInMs > 0 && this.#parts.sockets.isEmpty())) return;
    this.#checking = this.#tryToCheck().finally(() => (this.#checking = null));
  }

  async #tryToCheck(): Promise<void> {
    try {
      await this.#check(this.#headsDueInMs <= 0);
    } catch (error) {
      this.#logFailure(error);
    }
  }

  async #check(areHeadsDue: boolean): Promise<void> {
    const { store, clock } = this.#parts;
    const { rooms, atMs } = await store.listActive(this.#goodCheckAtMs);
    if (rooms.some((room) => this.#isBehind(room))) await pause(clock, landedAfterMs);
    const behind = new Set(rooms.filter((room) => this.#isBehind(room)));
    // Read before the members are: whoever joins meanwhile keeps the channel.
    const moved = rooms.filter((room) => this.#haveMembersMoved(room));
    const holders = new Map(moved.map(withHolders(this.#parts.sockets)));
    const asked = rooms.filter((room) => areHeadsDue || behind.has(room) || (holders.get(room)?.length ?? 0) > 0);
    const audiences = asked.length === 0 ? [] : await store.listAudiences(asked.map(({ id }) => id));
    const members = new Map(audiences.map(({ roomId, memberIds }) => [roomId, memberIds]));
    for (const room of asked) {
      const memberIds = members.get(room.id) ?? [];
      this.#revoke(room, holders.get(room) ?? [], memberIds);
      if (behind.has(room)) this.#announce(room, memberIds);
    }
    // Whoever was let in since was compared with the members at the door.
    for (const room of moved) this.#checked.set(room.id, room.membersSeq);
    this.#goodCheckAtMs = atMs;
    if (!areHeadsDue) return;
    this.#forgetOthers(rooms);
    await this.#announceAll(rooms, members);
    this.#headsDueInMs = roomHeadsEveryMs;
  }

  #isBehind({ id, lastSeq }: ActiveRoom): boolean {
    return lastSeq > (this.#broadcast.get(String(id)) ?? 0);
  }

  #haveMembersMoved({ id, membersSeq }: ActiveRoom): boolean {
    return membersSeq > (this.#checked.get(id) ?? 0);
  }

  /**
   * ROOM-6: takes the channel from those who are no members any more. Their pages may not have heard that they left, and ask when
   * they hear of the change; of what came after it they hear nothing.
   */
  #revoke(room: ActiveRoom, holders: readonly number[], memberIds: readonly number[]): void {
    const { sockets, epoch } = this.#parts;
    const members = new Set(memberIds);
    const left = new Set(holders.filter((holder) => !members.has(holder)));
    for (const holder of left) sockets.revokeHere(holder, channelOf(room));
    const heads = [{ id: room.id, last_seq: room.membersSeq }];
    if (left.size > 0) sockets.broadcastHere("RoomHeads", [...left].map(userChannel), { epoch, heads });
  }

  /** LIVE-3: who lacks an event of the room asks for it (MSG-6). */
  #announce(room: ActiveRoom, memberIds: readonly number[]): void {
    const heads = [{ id: room.id, last_seq: room.lastSeq }];
    this.#parts.sockets.broadcastHere("RoomHeads", audienceChannels(room.offerId, memberIds), {
      epoch: this.#parts.epoch,
      heads,
    });
    this.note(String(room.id), room.lastSeq);
  }

  /** LIVE-3: everyone connected hears where the logs of their lately active rooms end, for what was lost on its way to them. */
  async #announceAll(rooms: readonly ActiveRoom[], members: ReadonlyMap<number, readonly number[]>): Promise<void> {
    const { sockets, epoch, findVersions } = this.#parts;
    const headsOf = new Map<number, RoomHeads["heads"]>();
    for (const { id, lastSeq } of rooms) {
      for (const memberId of members.get(id) ?? []) {
        if (!sockets.isConnected(memberId)) continue;
        const heads = headsOf.get(memberId);
        if (heads === undefined) headsOf.set(memberId, [{ id, last_seq: lastSeq }]);
        else heads.push({ id, last_seq: lastSeq });
      }
    }
    if (headsOf.size === 0) return;
    const versions = await findVersions([...headsOf.keys()]);
    for (const [memberId, heads] of headsOf) {
      for (let from = 0; from < heads.length; from += syncCursorsMax) {
        const some = heads.slice(from, from + syncCursorsMax);
        const data = { epoch, heads: some, user_version: versions.get(memberId) ?? 0 };
        sockets.broadcastHere("RoomHeads", [userChannel(memberId)], data);
      }
    }
  }

  /** A room that becomes active again is announced and compared once too often, which does no harm. */
  #forgetOthers(rooms: readonly ActiveRoom[]): void {
    const active = new Set(rooms.map(({ id }) => id));
    for (const id of this.#broadcast.keys()) if (!active.has(Number(id))) this.#broadcast.delete(id);
    for (const id of this.#checked.keys()) if (!active.has(id)) this.#checked.delete(id);
  }
}

const channelOf = ({ offerId }: ActiveRoom): string => roomChannel(roomName(offerId));

const withHolders =
  (sockets: TailSockets) =>
  (room: ActiveRoom): [ActiveRoom, readonly number[]] => [room, sockets.holders(channelOf(room))];

import type { Me, Message, Participant, Room, RoomEvent, RoomId } from "../state/entities.ts";
import type { CaughtUp } from "../state/connection/connection-state.ts";
import type { NamedLine } from "../state/history/group-lines.ts";
import { createModelAmends, type ModelAmends } from "./model-amends.ts";
import { createModelActs, type ModelActs } from "./model-acts.ts";
import { createLogs, has, markerAt, membersAt, messagesIn, time } from "./model-log.ts";
import { createModelOffers, type ModelOffers } from "./model-offers.ts";
import type { ModelPages } from "./model-pages.ts";
import { createMarks, createUncounted } from "./model-settings.ts";
import { crowdOf, viewsOf } from "./model-views.ts";
import { afterHoursName } from "../state/opening-hours.ts";
import type { RoomHeads } from "@cuplaj/protocol/events.ts";

/** A small server that stores only the log of each room, and derives every response from it as Ana would see it. */
export interface ModelServer extends ModelPages, ModelActs, ModelAmends, ModelOffers {
  readonly publish: (author: Participant, roomId: RoomId, clientId?: string) => Message | null;
  readonly read: (reader: Participant, roomId: RoomId, upto: number) => number | null;
  readonly leave: (person: Participant, roomId: RoomId) => void;
  readonly join: (person: Participant, roomId: RoomId) => void;
  /** Logs that a message came outside the opening hours (HOURS-4). */
  readonly comeLate: (roomId: RoomId) => void;
  /** Silences a person for Ana, or ends that. Returns everyone whom she silences (ROOM-7). */
  readonly silence: (person: Participant, isSilenced: boolean) => readonly Participant[];
  /** Marks a room unread for Ana from a message on, or removes the mark (ORDER-4). */
  readonly mark: (roomId: RoomId, from: number | null) => Me;
  readonly self: () => Me;
  /** Replaces all logs by an older copy, under a new epoch. */
  readonly restore: (lost: number) => void;
  readonly roomOf: (roomId: RoomId) => Room | null;
  readonly roomsPage: (page: number) => {
    readonly rooms: readonly Room[];
    readonly total: number;
    readonly page: number;
  };
  readonly unread: () => Readonly<Record<RoomId, number>>;
  readonly sync: (epoch: string | null, cursors: Readonly<Record<RoomId, number>>) => Omit<CaughtUp, "asked">;
  readonly heads: () => RoomHeads;
  readonly messagesOf: (roomId: RoomId) => readonly Message[];
  readonly linesOf: (roomId: RoomId) => readonly NamedLine[];
}

/** Rooms of Ana, Radu and Mia; `send` gets each event that Ana receives. */
export function createModelServer(roomIds: readonly RoomId[], send: (event: RoomEvent) => void): ModelServer {
  const { add, logOf, epochNow, restore } = createLogs(roomIds, send);
  const isMember = (person: Participant, id: RoomId): boolean => has(membersAt(logOf(id)), person);
  const { counts, silence } = createUncounted();
  const { mark, self, atLeast } = createMarks();
  const acts = createModelActs({ add, logOf });
  const amends = createModelAmends({ add, logOf });
  let ids = 0;

  function changeMembers(person: Participant, id: RoomId, isJoining: boolean): void {
    const before = membersAt(logOf(id));
    if (has(before, person) === isJoining) return;
    const change = { joined: isJoining ? person : null, left: isJoining ? null : person };
    const membersTotal = crowdOf(id).length + before.length + (isJoining ? 1 : -1);
    add(id, (seq) => ({ kind: "members", origin: "live", roomId: id, seq, ...change, membersTotal }));
  }

  function store(author: Participant, id: RoomId, clientId: string | null): Message | null {
    if (!isMember(author, id)) return null;
    ids += 1;
    const sentAt = time(roomIds.length + ids);
    const quote = amends.quoteFor(id, ids);
    const made = { id: ids, roomId: id, clientId, author, sentAt, text: `Mesajul ${ids}`, file: null };
    const unchanged = { actions: [], likesTotal: 0, editedAt: null, isDeleted: false };
    add(id, (seq) => ({
      ...{ kind: "message", origin: "live", roomId: id, seq },
      message: { ...made, ...unchanged, seq, updatedSeq: seq, quote },
    }));
    return messagesIn(logOf(id)).at(-1) ?? null;
  }

  return {
    ...acts,
    ...amends,
    ...createModelOffers({ add, logOf }),
    ...viewsOf(roomIds, { logOf, epochNow, counts, atLeast }),
    mark,
    self,
    restore,
    silence,
    publish: (author, id, clientId) =>
      messagesIn(logOf(id)).find((one) => clientId !== undefined && one.clientId === clientId) ??
      store(author, id, clientId ?? null),
    read: (reader, id, upto) => {
      if (!isMember(reader, id)) return null;
      const readSeq = Math.min(upto, logOf(id).length);
      const before = markerAt(logOf(id), reader);
      const isNews = messagesIn(logOf(id)).some(({ seq }) => seq > before && seq <= readSeq);
      if (isNews) add(id, (seq) => ({ kind: "read", origin: "live", roomId: id, seq, reader, readSeq }));
      return markerAt(logOf(id), reader);
    },
    leave: (person, id) => {
      acts.release(person, id, "left");
      changeMembers(person, id, false);
    },
    join: (person, id) => changeMembers(person, id, true),
    comeLate: (id) => {
      const data = { nextOpen: "2026-11-30T06:00:00.000Z" };
      add(id, (seq) => ({ kind: "payload", name: afterHoursName, origin: "live", roomId: id, seq, data }));
    },
  };
}

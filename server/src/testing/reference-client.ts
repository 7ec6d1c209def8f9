import assert from "node:assert/strict";
import { type LiveEventName, roomLogEvents, type TakeOver } from "@cuplaj/protocol/events.ts";
import type { Message, MessageAction } from "@cuplaj/protocol/message.ts";
import type { Room } from "@cuplaj/protocol/room.ts";
import type { SyncAnswer, SyncEvent } from "@cuplaj/protocol/sync.ts";
import {
  applyAction,
  applyMessage,
  applyRead,
  applyUpdate,
  heldElsewhere,
  type HeldRoom,
  isUnread,
  marksOf,
  unreadOf,
} from "./held-room.ts";
import type { Person } from "./people.ts";
import type { TestApi } from "./test-api.ts";

type Call = TestApi["call"];

/** Number of messages per room in the compared responses. */
const newestPage = 50;

/** The minimal, independent client (MSG-6): it loads, applies events after its cursor, and catches up. Its state must always equal a fresh load. */
export class ReferenceClient {
  readonly #call: Call;
  readonly #me: Person;
  readonly #rooms = new Map<number, HeldRoom>();
  #epoch: string | undefined;

  constructor(call: Call, me: Person) {
    this.#call = call;
    this.#me = me;
  }

  /** Catches up until nothing follows, and reloads rooms that were reset. */
  async catchUp(): Promise<void> {
    const cursors = Object.fromEntries([...this.#rooms].map(([id, { lastSeq }]) => [id, lastSeq]));
    const { status, body } = await this.#call(this.#me, "POST", "/api/v1/sync", { epoch: this.#epoch, cursors });
    assert.equal(status, 200);
    const answer: SyncAnswer = body;
    this.#epoch = answer.epoch;
    for (const id of answer.reset) await this.#fetch(id);
    for (const { id, events, head, has_more: hasMore } of answer.rooms) {
      const seqs = events.map(({ seq }) => seq);
      const next = seqs.map((_, index) => (cursors[id] ?? 0) + 1 + index);
      assert.deepEqual(seqs, next, "events are contiguous from the cursor on");
      assert.equal(hasMore, (seqs.at(-1) ?? cursors[id]) !== head, "has_more says whether the head was reached");
      for (const event of events) await this.apply(event);
      const held = this.#rooms.get(id);
      // Messages are returned in their current state, so the head may still count a message that was deleted after it (MSG-6).
      if (held?.lastSeq === head && held.messages.every(({ updated_seq: updated }) => updated <= head))
        assert.equal(answer.unread[id], unreadOf(held, this.#me), "unread as of the head");
    }
    for (const { id } of answer.chats) await this.#fetch(id);
    if (answer.rooms.some((room) => room.has_more)) await this.catchUp();
  }

  async receive(event: LiveEventName, data: unknown): Promise<void> {
    const live = toLogEvent(event, data);
    if (live === null) return;
    const held = this.#rooms.get(roomOf(live));
    if (held === undefined) await this.#fetch(roomOf(live));
    else if (live.seq > held.lastSeq + 1) await this.catchUp();
    else await this.apply(live);
  }

  /** Applies the event after the room's cursor; repeated events change nothing. */
  async apply(event: SyncEvent): Promise<void> {
    const held = this.#rooms.get(roomOf(event));
    // If one response contains both a leave and a return, only the server knows where the marker is.
    const comesBack = event.event === "RoomUpdated" && event.data.joined?.id === this.#me.id;
    if (comesBack && (held === undefined || event.seq > held.lastSeq)) return await this.#fetch(roomOf(event));
    if (held === undefined || event.seq <= held.lastSeq) return;
    assert.equal(event.seq, held.lastSeq + 1, "no event is applied over a gap");
    held.lastSeq = event.seq;
    switch (event.event) {
      case "ChatMessage":
        applyMessage(held, event.data.message, this.#me);
        return;
      case "MessagesRead":
        applyRead(held, event.data.user.id, event.data.read_seq, this.#me);
        return;
      case "ChatMessageAction":
        applyAction(held, event.data.action, this.#me);
        return;
      case "MessageUpdated":
        applyUpdate(held, event.data.message);
        return;
      case "OfferUpdated":
        await this.#applyOffer(held, event);
        return;
      case "AfterHours":
        return;
      case "RoomUpdated":
        if (event.data.take_over === undefined) this.#applyMembers(held, event.data);
        else await this.#applyHolder(held, event.data.take_over);
        return;
      default:
        event satisfies never;
    }
  }

  /** Applies a new version. Events do not describe a vehicle in words, so a new vehicle needs a reload. */
  async #applyOffer(held: HeldRoom, { data }: Extract<SyncEvent, { event: "OfferUpdated" }>): Promise<void> {
    const { status, version, changes, changes_total: linesTotal, decision: decided, by, room } = data;
    held.room = { ...held.room, offer_status: status, offer_version: version };
    // ROOM-3h: a customer's decision counts as activity of the room; one that staff make for them does not.
    if (decided?.on_behalf === false) {
      const { decision, at } = decided;
      const last = { seq: room.last_seq, at, by, decision, code: null, lines_total: linesTotal };
      const before = held.room.updated_at;
      held.room = { ...held.room, last_decision: last, updated_at: at > before ? at : before };
    }
    if (changes.some(({ what }) => what === "vehicle")) await this.#fetch(held.room.id);
  }

  /** Applies a new holder. No event contains the note of a hand-over, so that needs a reload. */
  async #applyHolder(held: HeldRoom, { how, holder }: TakeOver): Promise<void> {
    if (how === "handed" && holder?.id === this.#me.id) await this.#fetch(held.room.id);
  }

  #applyMembers(held: HeldRoom, change: Extract<SyncEvent, { event: "RoomUpdated" }>["data"]): void {
    const { room, joined, left, members_total: total } = change;
    if (left?.id === this.#me.id) {
      this.#rooms.delete(held.room.id);
      return;
    }
    const others = held.room.members.filter(({ id }) => id !== left?.id && id !== joined?.id);
    const members = [...others, ...(joined ? [joined] : [])].toSorted((a, b) => a.id - b.id);
    const changed = [joined?.id, left?.id].includes(held.room.customer.id);
    const customer = changed ? { ...held.room.customer, is_member: joined !== undefined } : held.room.customer;
    held.room = { ...held.room, members, members_total: total, customer };
    if (left !== undefined) held.marks.delete(left.id);
    if (joined !== undefined) held.marks.set(joined.id, room.last_seq);
  }

  async #fetch(id: number): Promise<void> {
    const { status, body } = await this.#call(this.#me, "GET", `/api/v1/chat/${id}`);
    const room: Room | undefined = status === 200 ? body.chats[0] : undefined;
    const isMember = room?.members.some((member) => member.id === this.#me.id) === true;
    if (room === undefined || !isMember) this.#rooms.delete(id);
    else {
      const { last_seq: lastSeq, read_seq: readSeq, others_read_seq: othersReadSeq, messages } = room;
      const { take_over: takeOver, handed_over: handedOver } = room;
      const held = { lastSeq, room, readSeq, othersReadSeq, marks: marksOf(room), messages, takeOver, handedOver };
      this.#rooms.set(id, held);
    }
  }

  shows(): readonly ShownRoom[] {
    const rooms = [...this.#rooms.values()].map((held) => shown(held, this.#me));
    return rooms.toSorted((a, b) =>
      a.updated_at === b.updated_at ? b.id - a.id : a.updated_at < b.updated_at ? 1 : -1,
    );
  }
}

interface ShownRoom extends ReturnType<typeof fieldsOf> {
  readonly last_seq: number;
  readonly read_seq: number;
  readonly others_read_seq: number;
  readonly marks: Map<number, number>;
  readonly unread: readonly [list: number, channels: number];
  readonly newest: Message | null;
  readonly messages: readonly Message[];
  readonly takeOver: MessageAction | null;
  readonly handedOver: Room["handed_over"];
}

/** Loads rooms afresh: the room list, the channels, and a page of each room. */
export async function freshView(call: Call, me: Person): Promise<readonly ShownRoom[]> {
  const rooms: Room[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await call(me, "GET", `/api/v1/all/${page}`);
    rooms.push(...body.chats);
    if (rooms.length >= body.total) break;
  }
  const { channels } = (await call(me, "GET", "/api/v1/channels")).body;
  const entries = new Map<number, { unread_count: number; last_seq: number }>(
    channels.filter(({ kind }: { kind: string }) => kind === "room").map((entry: { id: number }) => [entry.id, entry]),
  );
  return await Promise.all(
    rooms.map(async (room) => {
      const { data } = (await call(me, "GET", `/api/v1/chat/${room.id}/1`)).body;
      const entry = entries.get(room.id);
      assert.deepEqual([data.seq, data.total, entry?.last_seq], [room.last_seq, room.total, room.last_seq]);
      return {
        ...fieldsOf(room),
        last_seq: room.last_seq,
        read_seq: room.read_seq,
        others_read_seq: room.others_read_seq,
        marks: marksOf(room),
        unread: [room.unread_count, entry?.unread_count ?? -1] as const,
        newest: room.messages[0] ?? null,
        messages: data.messages,
        takeOver: room.take_over,
        handedOver: room.handed_over,
      };
    }),
  );
}

/** Every field that events keep up to date, so that a new one is compared too. */
function fieldsOf({ id, updated_at, ...room }: HeldRoom["room"]) {
  const fields = Object.fromEntries(Object.entries(room).filter(([name]) => !elsewhere.has(name)));
  // Only the room names the line that was decided; events do not.
  return { ...fields, id, updated_at, last_decision: room.last_decision && { ...room.last_decision, code: null } };
}

const elsewhere: ReadonlySet<string> = new Set(heldElsewhere);

function shown(held: HeldRoom, me: Person): ShownRoom {
  const messages = held.messages
    .slice(-newestPage)
    .map((message) => ({ ...message, unread: isUnread(message, held.readSeq, me) }));
  const unread = unreadOf(held, me);
  return {
    ...fieldsOf(held.room),
    last_seq: held.lastSeq,
    read_seq: held.readSeq,
    others_read_seq: held.othersReadSeq,
    marks: held.marks,
    unread: [unread, unread],
    newest: messages.at(-1) ?? null,
    messages,
    takeOver: held.takeOver,
    handedOver: held.handedOver,
  };
}

const roomOf = ({ event, data }: SyncEvent): number => (event === "MessagesRead" ? data.room_id : data.room.id);

/** Converts a live event to the form that sync returns; null if no log contains it. */
export function toLogEvent(event: LiveEventName, data: unknown): SyncEvent | null {
  if (!Object.hasOwn(roomLogEvents, event)) return null;
  // The cast is safe, since broadcasts were typed when they were made.
  const live = { event, data } as SyncEvent;
  if (live.event === "ChatMessage") return { ...live, seq: live.data.message.seq };
  return { ...live, seq: live.event === "MessagesRead" ? live.data.seq : live.data.room.last_seq };
}

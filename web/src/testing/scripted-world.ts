import type { LiveEventName, LiveEvents } from "@cuplaj/protocol/events.ts";
import { ana, mia, radu } from "@cuplaj/protocol/examples.ts";
import { authorField, Message } from "@cuplaj/protocol/message.ts";
import { Offer } from "@cuplaj/protocol/offer.ts";
import { type Member, User } from "@cuplaj/protocol/participant.ts";
import { Room } from "@cuplaj/protocol/room.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import type { SyncEvent } from "@cuplaj/protocol/sync.ts";

export { ana, mia, radu };

export type PageUser = "ana" | "radu" | "mia";

const everyone = ["rooms.view", "rooms.join", "messages.publish", "messages.attach", "messages.like"];
const agents = [...everyone, "rooms.invite", "offers.view", "messages.take-over", "users.silence"];
const base: User = { ...exampleOf(User), rooms: { pinned: [], muted: [], unread: [] }, version: 1 };

export const users: Readonly<Record<PageUser, User>> = {
  ana: { ...base, ...ana, username: "ana", roles: [{ name: "Customer", permissions: [...everyone, "offers.view"] }] },
  mia: { ...base, ...mia, username: "mia", roles: [{ name: "Agent", permissions: agents }] },
  radu: {
    ...{ ...base, ...radu, username: "radu" },
    roles: [{ name: "Operator", permissions: [...agents, "rooms.view-any", "users.lookup", "offers.edit"] }],
  },
};

/** A room as the signed-in person sees it, with the log of all its events. */
export interface WorldRoom {
  room: Room;
  offer: Offer;
  messages: Message[];
  log: SyncEvent[];
}

type Given = Partial<Message>;

/** A small server's data: three rooms of Ana and Radu, each with a question and a reply. */
export interface World {
  user: User;
  /** By offer number, or by that of a request without an offer. */
  readonly rooms: Map<number, WorldRoom>;
  /** A room by id or name; null if unknown. */
  readonly roomOf: (ref: string | number) => WorldRoom | null;
  readonly say: (by: Member, offerNumber: number, text: string, given?: Given) => LiveEvents["ChatMessage"];
  readonly headOf: (room: WorldRoom) => LiveEvents["ChatMessage"]["room"];
  /** Announces a change, which the page itself has requested, to all listeners including the page. */
  announce: (name: LiveEventName, data: unknown) => void;
}

const vehicles = ["Octavia 2.0 TDI, 2014 · Škoda", "Logan 1.5 dCi, 2012 · Dacia", "Golf 1.6 TDI, 2016 · Volkswagen"];

export function createWorld(who: PageUser, now: () => string): World {
  const rooms = new Map<number, WorldRoom>();
  const world: World = {
    user: users[who],
    rooms,
    roomOf: (ref) =>
      [...rooms.values()].find(({ room: { id, name } }) => String(id) === String(ref) || name === ref) ?? null,
    announce: () => undefined,
    headOf: ({ room: { id, name, channel, last_seq, epoch } }) => ({ id, name, channel, last_seq, epoch }),
    say: (by, offerNumber, text, given = {}) => {
      const at = rooms.get(offerNumber);
      if (!at) throw new Error(`There is no room of offer ${offerNumber}.`);
      const seq = at.room.last_seq + 1;
      const { customer: _nobody, ...unwritten } = exampleOf(Message);
      const message: Message = {
        ...{ ...unwritten, id: at.room.id * 1000 + seq, room_id: at.room.id, seq, updated_seq: seq, client_id: null },
        ...{ timestamp: now(), message: text, [authorField[by.type]]: { id: by.id, name: by.name } },
        ...given,
      };
      const isOwn = by.id === world.user.id;
      at.messages.push(message);
      at.room = {
        ...{ ...at.room, messages: [message], total: at.messages.length, last_seq: seq, updated_at: message.timestamp },
        ...{ unread_count: isOwn ? 0 : at.room.unread_count + 1, read_seq: isOwn ? seq : at.room.read_seq },
        waiting_since: by.type === "customer" ? message.timestamp : null,
      };
      const data = { message, room: world.headOf(at) };
      at.log.push({ seq, event: "ChatMessage", data });
      return data;
    },
  };
  for (const [index, vehicle] of vehicles.entries()) {
    const number = 10_003 - index;
    rooms.set(number, emptyRoom(number, vehicles.length - index, vehicle));
    world.say(ana, number, `Bună ziua, ce preț au discurile pentru ${vehicle}?`);
    world.say(radu, number, `Bună ziua, v-am trimis oferta ${number}.`);
    markRead(rooms.get(number));
  }
  return world;
}

function markRead(at: WorldRoom | undefined): void {
  if (!at) return;
  const seq = at.room.last_seq;
  const read = { unread_count: 0, read_seq: seq, others_read_seq: seq };
  at.room = { ...at.room, ...read, members_read_seq: { [ana.id]: seq, [radu.id]: seq } };
}

export function emptyRoom(number: number, id: number, vehicle: string): WorldRoom {
  const name = `oferta.${number}`;
  const names = { id, name, channel: `presence-${name}`, title: `Oferta ${number}`, offer_id: number, vehicle };
  const unused = { messages: [], total: 0, last_seq: 0, read_seq: 0, others_read_seq: 0, members_read_seq: {} };
  const room: Room = { ...exampleOf(Room), ...names, ...unused, online: [], waiting_since: null };
  return { room, offer: { ...exampleOf(Offer), id_cerere: number }, messages: [], log: [] };
}

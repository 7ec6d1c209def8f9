import type { LiveEventName, LiveEvents } from "@cuplaj/protocol/events.ts";
import type { NamedPerson, OnlineUser } from "@cuplaj/protocol/participant.ts";
import type { RoomHead } from "@cuplaj/protocol/room.ts";
import { fits, isCount, isId, isKind, isText, listOf, maybe, type ShapeOf } from "../api/shapes.ts";

/** A live event, told apart by its name. */
export type LiveEvent = {
  [Name in LiveEventName]: { readonly name: Name; readonly data: LiveEvents[Name] };
}[LiveEventName];

const person = { id: isId, name: isText } satisfies ShapeOf<NamedPerson>;
const member = { ...person, type: isKind };
const head = { id: isId, last_seq: isCount } satisfies ShapeOf<RoomHead>;
const isBoolean = (value: unknown): boolean => typeof value === "boolean";

/** The contract's schemas as far as they are used here, without their library (PERF-1); a test holds the two equal. */
const shapes = {
  ChatMessage: {
    message: {
      id: isId,
      room_id: isId,
      seq: isCount,
      client_id: (value) => value === null || isText(value),
      timestamp: isText,
      message: isText,
      customer: maybe(person),
      user: maybe(person),
      agent: maybe(person),
    },
    room: head,
  },
  MessagesRead: { room_id: isId, user: { id: isId, type: isKind }, read_seq: isCount, seq: isCount },
  RoomUpdated: { room: head, joined: maybe(member), left: maybe(member), members_total: isCount },
  RoomHeads: { epoch: isText, heads: listOf(head), user_version: maybe(isCount) },
  MeUpdated: { user: { version: isCount } },
} satisfies { [Name in LiveEventName]: ShapeOf<LiveEvents[Name]> };

/** Every event that is bound on every channel. */
export const liveEventNames = Object.keys(shapes) as readonly LiveEventName[];

/** What arrived under a name, or null where it has not the shape that it must have: such a thing is dropped. */
export const readLiveEvent = (name: LiveEventName, data: unknown): LiveEvent | null =>
  // The shape is that of the name's own data: only their pairing is lost on the way through two variables.
  fits(data, shapes[name]) ? ({ name, data } as LiveEvent) : null;

/** Somebody present, as the channel's authorization names them (LIVE-2). */
export const readOnlineUser = (info: unknown): OnlineUser | null =>
  fits<OnlineUser>(info, { ...person, customer: isBoolean, erp: isBoolean, agent: isBoolean }) ? info : null;

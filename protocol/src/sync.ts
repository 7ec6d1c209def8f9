import { type Static, type TSchema, Type } from "typebox";
import { ChatMessage, type LoggedKind, loggedKinds, type RoomLogEvents } from "./events.ts";
import { epoch } from "./examples.ts";
import { syncCursorsMax } from "./limits.ts";
import { UserVersion } from "./participant.ts";
import { Room } from "./room.ts";
import { Id, Seq } from "./scalars.ts";
import { described, exampleOf, shape } from "./shape.ts";

/** An event as catch-up and history return it; `data` equals the live event's (MSG-6). */
export type SyncEvent = {
  [Name in keyof RoomLogEvents]: { seq: number; event: Name; data: RoomLogEvents[Name] };
}[keyof RoomLogEvents];

/** Builds the schema of events of these kinds; kinds that share an event name share its shape. */
export const syncEventOf = (kinds: readonly LoggedKind[]): TSchema =>
  Type.Union(
    [...new Map(kinds.map(({ event, data }) => [event, data]))].map(([event, data]) =>
      Type.Object({ seq: Seq, event: Type.Literal(event), data }),
    ),
  );
const kindsOfLog: readonly LoggedKind[] = Object.values(loggedKinds);
// A schema built from a list has no static type; `SyncEvent` derives it from the same table.
export const SyncEvent = described(
  Type.Unsafe<SyncEvent>(syncEventOf(kindsOfLog)),
  "An event in a room's log; `data` equals the live event's.",
);

/** MSG-9: beyond `linesPerPageMax` lines, one `EventsLeftOut` sums up the gaps: the total, and the newest `seq` and counts of each gap. */
export const HistoryEvent = Type.Union(
  [
    Type.Object({
      seq: Seq,
      event: Type.Literal("EventsLeftOut"),
      data: Type.Object({
        count: Type.Integer({ minimum: 1 }),
        between: Type.Array(
          Type.Object({ seq: Seq, counts: Type.Record(Type.String(), Type.Integer({ minimum: 1 })) }),
        ),
      }),
    }),
    Type.Unsafe<SyncEvent>(syncEventOf(kindsOfLog.filter(({ isLine }) => isLine))),
  ],
  { description: "A quiet line between messages, or the number of lines left out." },
);
export type HistoryEvent = Static<typeof HistoryEvent>;

export const SyncRequest = shape(
  "The caller's cursors.",
  {
    epoch: Type.Optional(Type.String({ maxLength: 64 })),
    cursors: Type.Record(Type.String({ pattern: String.raw`^[1-9]\d{0,14}$` }), Seq, {
      maxProperties: syncCursorsMax,
      additionalProperties: false,
      description: "The newest event applied in each room, by room id.",
    }),
  },
  { epoch, cursors: { "12": 56 } },
);
export type SyncRequest = Static<typeof SyncRequest>;

/** Events after the cursor, contiguous and ascending. Rooms that did not fit into `chats` have no events and `has_more`. */
export const SyncedRoom = shape("The events after a room's cursor, in order and without gaps.", {
  id: Id,
  events: Type.Array(SyncEvent),
  head: described(Seq, "The newest event in the room at that moment."),
  has_more: Type.Boolean(),
});
export type SyncedRoom = Static<typeof SyncedRoom>;

/** MSG-6: events after the cursors, at most `syncBytesMax`; if more follow, at least one room has `has_more`. */
export const SyncAnswer = shape(
  "The events after the cursors; `data` of each equals the live event's.",
  {
    epoch: Type.String(),
    rooms: Type.Array(SyncedRoom),
    /** Rooms that events cannot bring up to date, or that the caller may not read. */
    reset: Type.Array(Id, { description: "Rooms to fetch again." }),
    /** Unread counts by room id, only for the caller's own rooms, as of `head` or `last_seq`. */
    unread: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
    chats: Type.Array(Room, { description: "Recently active rooms that had no cursor." }),
    user_version: described(UserVersion, "The version of the caller's own settings."),
  },
  {
    epoch,
    rooms: [
      { id: 12, events: [{ seq: 57, event: "ChatMessage", data: exampleOf(ChatMessage) }], head: 57, has_more: false },
    ],
    reset: [],
    unread: { "12": 1 },
    chats: [],
    user_version: 4,
  },
);
export type SyncAnswer = Static<typeof SyncAnswer>;

import { type Static, type TSchema, Type } from "typebox";
import { ChatMessage, type LoggedKind, loggedKinds, type RoomLogEvents } from "./events.ts";
import { epoch } from "./examples.ts";
import { syncCursorsMax } from "./limits.ts";
import { UserVersion } from "./participant.ts";
import { Room } from "./room.ts";
import { Id, Seq } from "./scalars.ts";
import { described, exampleOf, shape } from "./shape.ts";

/** An event of a room's log as catching up and history give it: `data` is what the live event carried (MSG-6). */
export type SyncEvent = {
  [Name in keyof RoomLogEvents]: { seq: number; event: Name; data: RoomLogEvents[Name] };
}[keyof RoomLogEvents];

/** The shape of an event of any of these kinds; kinds that share an event name share its shape. */
export const syncEventOf = (kinds: readonly LoggedKind[]): TSchema =>
  Type.Union(
    [...new Map(kinds.map(({ event, data }) => [event, data]))].map(([event, data]) =>
      Type.Object({ seq: Seq, event: Type.Literal(event), data }),
    ),
  );
const kindsOfLog: readonly LoggedKind[] = Object.values(loggedKinds);
// The type is worked out from the same table; a schema that is made from a list has none.
export const SyncEvent = described(
  Type.Unsafe<SyncEvent>(syncEventOf(kindsOfLog)),
  "An event of a room's log; `data` is what the live event carried.",
);

/**
 * MSG-9: what stands between the messages of a page of history, in the order of the log. Where that is more than
 * `linesPerPageMax`, the newest that are up to `linesNamedMax` between two messages are named, and the rest stand as one: how many they are (counted
 * to `linesCountedMax`), with the `seq` of the newest, and `between` which two messages how many of each kind, with the `seq` of
 * the newest of them.
 */
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
  { description: "A quiet line between messages, or how many were left out." },
);
export type HistoryEvent = Static<typeof HistoryEvent>;

export const SyncRequest = shape(
  "What the caller holds.",
  {
    epoch: Type.Optional(Type.String({ maxLength: 64 })),
    cursors: Type.Record(Type.String({ pattern: String.raw`^[1-9]\d{0,14}$` }), Seq, {
      maxProperties: syncCursorsMax,
      additionalProperties: false,
      description: "By room id, the newest event applied.",
    }),
  },
  { epoch, cursors: { "12": 56 } },
);
export type SyncRequest = Static<typeof SyncRequest>;

/**
 * One room that was asked for: the events right after its cursor, contiguous and ascending. A room without a cursor that `chats`
 * had no space for stands here as well, without events and with more to come.
 */
export const SyncedRoom = shape("What follows a room's cursor, in order and without a gap.", {
  id: Id,
  events: Type.Array(SyncEvent),
  head: described(Seq, "The newest event of the room when it was read."),
  /** True where more events follow than this answer holds: ask again with the new cursors. */
  has_more: Type.Boolean(),
});
export type SyncedRoom = Static<typeof SyncedRoom>;

/** MSG-6: everything after the cursors, at most `syncBytesMax` of it; where more follows, some room has more. */
export const SyncAnswer = shape(
  "What follows the cursors; each `data` is what the live event carried.",
  {
    epoch: Type.String(),
    rooms: Type.Array(SyncedRoom),
    /** Rooms whose events cannot bring the caller's copy up to date, or that may not be looked into: ask for them anew. */
    reset: Type.Array(Id, { description: "Rooms to fetch anew." }),
    /** For each of `rooms` and `chats` that the caller is a member of, as of that room's `head` or `last_seq`. */
    unread: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
    chats: Type.Array(Room, { description: "Lately active rooms that had no cursor." }),
    user_version: described(UserVersion, "That of the caller's own settings."),
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

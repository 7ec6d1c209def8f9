import { type Static, Type } from "typebox";
import { ana } from "./examples.ts";
import { hitsPerPage, searchCharactersMax, searchPagesMax } from "./limits.ts";
import { Member, ParticipantKind } from "./participant.ts";
import { Room } from "./room.ts";
import { Id, Seq, Timestamp } from "./scalars.ts";
import { exampleOf, shape } from "./shape.ts";

/** @public Named in the API document. */
export const FoundRange = Type.Tuple([Type.Integer({ minimum: 0 }), Type.Integer({ minimum: 0 })], {
  description: "Start and exclusive end, in UTF-16 units of `excerpt` or `text`.",
});

/** A search (FIND-1). The filters on author, time and file apply to messages and exclude other finds. */
export const SearchRequest = shape(
  "A search; with a filter it finds only messages.",
  {
    /** At least 3 letters and digits after folding; quotes make a phrase. */
    search: Type.String({ maxLength: searchCharactersMax }),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: searchPagesMax })),
    room_id: Type.Optional(Id),
    author: Type.Optional(Type.Object({ id: Id, type: ParticipantKind })),
    /** `from` inclusive, `until` exclusive. */
    from: Type.Optional(Timestamp),
    until: Type.Optional(Timestamp),
    has_file: Type.Optional(Type.Literal(true)),
  },
  { search: "615301" },
);
export type SearchRequest = Static<typeof SearchRequest>;

export const SearchHit = shape(
  "A message that matches.",
  {
    message_id: Id,
    seq: Seq,
    /** At most 160 characters of the text or file name around the hit; `…` marks cuts. */
    excerpt: Type.String(),
    ranges: Type.Array(FoundRange),
    in: Type.Union([Type.Literal("text"), Type.Literal("file")]),
    author: Member,
    created_at: Timestamp,
  },
  {
    message_id: 345,
    seq: 57,
    excerpt: "Bună ziua, discurile 1K0 615 301 AA sunt pe stoc?",
    ranges: [[25, 32]],
    in: "text",
    author: ana,
    created_at: "2026-11-23T09:41:07.512Z",
  },
);
export type SearchHit = Static<typeof SearchHit>;

/** A match other than a message: offer number, people, vehicle or a line. */
export const RoomFind = shape(
  "A match other than a message.",
  {
    in: Type.Union([
      Type.Literal("number"),
      Type.Literal("person"),
      Type.Literal("vehicle"),
      Type.Literal("vin"),
      Type.Literal("plate"),
      Type.Literal("line"),
    ]),
    /** For a line: code, brand and name. */
    text: Type.String(),
    ranges: Type.Array(FoundRange),
    line_id: Type.Optional(Id),
  },
  { in: "line", text: "1K0 615 301 AA TRW Disc frână față", ranges: [[4, 11]], line_id: 1 },
);
export type RoomFind = Static<typeof RoomFind>;

/** Best matches first: `finds`, then `hits`. */
export const FoundRoom = shape(
  "A room with matches: `Room` with `hits` and `finds`.",
  {
    ...Room.properties,
    hits: Type.Array(SearchHit, { maxItems: hitsPerPage }),
    finds: Type.Array(RoomFind),
  },
  { ...exampleOf(Room), hits: [exampleOf(SearchHit)], finds: [exampleOf(RoomFind)] },
);
export type FoundRoom = Static<typeof FoundRoom>;

export const SearchAnswer = shape(
  "A page of search results.",
  {
    chats: Type.Array(FoundRoom),
    page: Type.Integer({ minimum: 1 }),
    more: Type.Boolean(),
    partial: Type.Boolean({ description: "True if the search stopped before it covered everything." }),
  },
  { chats: [exampleOf(FoundRoom)], page: 1, more: false, partial: false },
);
export type SearchAnswer = Static<typeof SearchAnswer>;

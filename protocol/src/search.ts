import { type Static, Type } from "typebox";
import { hitsPerPage, searchCharactersMax, searchPagesMax } from "./limits.ts";
import { Member, ParticipantKind } from "./participant.ts";
import { Room } from "./room.ts";
import { Id, Seq, Timestamp } from "./scalars.ts";

/** A stretch of the text beside it, in UTF-16 units: from, up to before. */
export const FoundRange = Type.Tuple([Type.Integer({ minimum: 0 }), Type.Integer({ minimum: 0 })]);

/** What is searched (FIND-1). The filters leave messages alone, by who wrote them, when, and whether they have a file. */
export const SearchRequest = Type.Object({
  /** With at least 3 letters and digits after folding; a phrase stands in quotes. */
  search: Type.String({ maxLength: searchCharactersMax }),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: searchPagesMax })),
  /** Inside this conversation alone. */
  room_id: Type.Optional(Id),
  author: Type.Optional(Type.Object({ id: Id, type: ParticipantKind })),
  /** Written at this moment or later, and before that one. */
  from: Type.Optional(Timestamp),
  until: Type.Optional(Timestamp),
  has_file: Type.Optional(Type.Literal(true)),
});
export type SearchRequest = Static<typeof SearchRequest>;

/** A message that was found. */
export const SearchHit = Type.Object({
  message_id: Id,
  seq: Seq,
  /** The part of the text, or of its file's name, around what was found, at most 160 characters; `…` where it is cut. */
  excerpt: Type.String(),
  ranges: Type.Array(FoundRange),
  in: Type.Union([Type.Literal("text"), Type.Literal("file")]),
  author: Member,
  created_at: Timestamp,
});
export type SearchHit = Static<typeof SearchHit>;

/** Where a room was found otherwise: the offer's number, its people, vehicle or one of its lines. */
export const RoomFind = Type.Object({
  in: Type.Union([
    Type.Literal("number"),
    Type.Literal("person"),
    Type.Literal("vehicle"),
    Type.Literal("vin"),
    Type.Literal("plate"),
    Type.Literal("line"),
  ]),
  /** What is there: a line's is its code, brand and name. */
  text: Type.String(),
  ranges: Type.Array(FoundRange),
  line_id: Type.Optional(Id),
});
export type RoomFind = Static<typeof RoomFind>;

/** A room in which something was found, with the best first: finds, then hits. */
export const FoundRoom = Type.Object({
  ...Room.properties,
  hits: Type.Array(SearchHit, { maxItems: hitsPerPage }),
  finds: Type.Array(RoomFind),
});
export type FoundRoom = Static<typeof FoundRoom>;

export const SearchAnswer = Type.Object({
  chats: Type.Array(FoundRoom),
  page: Type.Integer({ minimum: 1 }),
  /** Whether there is another page. */
  more: Type.Boolean(),
  /** The search ended before it had looked at everything: there may be more than is told. */
  partial: Type.Boolean(),
});
export type SearchAnswer = Static<typeof SearchAnswer>;

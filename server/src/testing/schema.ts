import type { ColumnType, Generated } from "kysely";
import type { LoggedKindName } from "@cuplaj/protocol/events.ts";
import type { OfferLineStatus, OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { LanguageCode, ParticipantKind } from "@cuplaj/protocol/participant.ts";

/**
 * The tables as tests that are typed by Kysely see them; `storage/migrations/0001-schema.sql` makes them. The pool parses `bigint` to number (every id and seq is
 * below 2^53, ERR-4) and `timestamptz` to Date; `numeric` stays a decimal string.
 */
export interface Schema {
  settings: SettingsTable;
  participants: ParticipantsTable;
  roles: RolesTable;
  participant_roles: ParticipantRolesTable;
  tokens: TokensTable;
  offers: OffersTable;
  offer_lines: OfferLinesTable;
  rooms: RoomsTable;
  memberships: MembershipsTable;
  silences: SilencesTable;
  messages: MessagesTable;
  room_events: RoomEventsTable;
  actions: ActionsTable;
}

/** A moment: read as Date, written as Date or ISO 8601 text. */
type Moment = ColumnType<Date, Date | string, Date | string>;
type DefaultedMoment = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/**
 * Customers, ERP users and agents; `username` is unique without regard to case. A statement that changes what is a person's own
 * setting adds 1 to `version`; a trigger notifies the servers (AUTH-8).
 */
interface ParticipantsTable {
  id: Generated<number>;
  kind: ParticipantKind;
  name: string;
  username: string;
  /** An argon2id PHC string (AUTH-2). */
  password_hash: string;
  locale: Generated<LanguageCode>;
  created_at: DefaultedMoment;
  disabled_at: OptionalMoment;
  version: Generated<number>;
}

interface RolesTable {
  name: string;
  permissions: string[];
}

interface ParticipantRolesTable {
  participant_id: number;
  role: string;
}

/**
 * `hash` is the SHA-256 of the token (AUTH-2); `id` names it without opening anything (AUTH-10). `program` is the name of the program
 * that holds it, null for a person's session; `last_used_at` is null where a program has not used it (ERP-2).
 */
interface TokensTable {
  id: Generated<number>;
  hash: Buffer;
  participant_id: number;
  created_at: Moment;
  last_used_at: OptionalMoment;
  program: Generated<string | null>;
  /** Since when the session lacks nothing (TFA-1). */
  second_factor_at: OptionalMoment;
  /** AUTH-11 */
  proven_at: OptionalMoment;
}

/** `id` is the number that people type. */
interface OffersTable {
  id: number;
  customer_id: number;
  status: OfferStatus;
  version: Generated<number>;
  make: Generated<string>;
  model: Generated<string>;
  year: number | null;
  engine: Generated<string>;
  vin: Generated<string>;
  plate: Generated<string>;
  currency: Generated<"RON">;
  valid_until: Moment;
  updated_at: DefaultedMoment;
}

/** `unit_price` is net, a decimal string; `vat_rate` per cent; lines of an offer stand in order of `position`. */
interface OfferLinesTable {
  id: Generated<number>;
  offer_id: number;
  position: number;
  code: string;
  brand: string;
  name: string;
  qty: number;
  unit_price: string;
  vat_rate: number;
  stock: Generated<number>;
  delivery_days: Generated<number>;
  status: Generated<OfferLineStatus>;
}

/**
 * `last_seq` is the newest `seq` of the room's log, `messages_total` the newest `messages.ordinal`, `members_seq` the seq of
 * the newest join or leave; `updated_at` is the time of the newest message, `active_minute` the minute of the newest event
 * of any kind (-infinity before the first), by which the lately active rooms are found (LIVE-3).
 */
interface RoomsTable {
  id: Generated<number>;
  offer_id: number;
  last_seq: Generated<number>;
  messages_total: Generated<number>;
  members_seq: Generated<number>;
  created_at: DefaultedMoment;
  updated_at: DefaultedMoment;
  active_minute: DefaultedMoment;
  /** The `ordinal` of the newest message that was deleted; 0 while none was. */
  deleted_ordinal: Generated<number>;
  /** Who holds the room's take-over (ACT-2). */
  holder_id: Generated<number | null>;
  /** When the oldest customer's message was written that no staff has answered. */
  waiting_since: OptionalMoment;
  /** The entry of the customer's newest decision and its time (ROOM-3h); 0 before the first. */
  decided_seq: Generated<number>;
  decided_at: OptionalMoment;
}

/**
 * The read marker: everything at or below `read_seq` is read, and that is the first `read_ordinal` messages. Nobody's own
 * message lies above their marker, since sending reads everything up to it (ROOM-7). `listed_at` is the hour of the room's
 * newest activity, or of `brought_at`; triggers keep it (ROOM-3).
 */
interface MembershipsTable {
  room_id: number;
  participant_id: number;
  read_seq: Generated<number>;
  read_ordinal: Generated<number>;
  /** The place of the join in the room's log. */
  joined_seq: Generated<number>;
  joined_at: DefaultedMoment;
  /** When somebody brought them in; null for who came by themselves. */
  brought_at: OptionalMoment;
  listed_at: ColumnType<Date, never, never>;
  /** The newest `messages.silenced_ordinal` of the member here; null where nobody silences them. */
  silenced_sent: Generated<number | null>;
}

/** Whose messages do not count as unread for whom (ROOM-7). */
interface SilencesTable {
  participant_id: number;
  silenced_id: number;
  /** False while the messages are being numbered, and the silence has no effect yet (SIL-1). */
  is_numbered: Generated<boolean>;
}

/**
 * Each row is an entry of its room's log under `seq` (MSG-5); `ordinal` counts the room's messages 1, 2, 3, and `silenced_ordinal`
 * those of an author whom somebody silences (decision 0021). `updated_seq` is the newest event that changed it, null where none
 * has (MSG-6).
 */
interface MessagesTable {
  id: Generated<number>;
  room_id: number;
  seq: number;
  ordinal: number;
  author_id: number;
  body: string;
  client_id: string | null;
  updated_seq: Generated<number | null>;
  created_at: Moment;
  silenced_ordinal: Generated<number | null>;
  deleted_at: OptionalMoment;
  /** Likes that are not deleted. */
  likes_total: Generated<number>;
}

/**
 * Take-overs (1) and likes (2), one row for each person, message and kind for good; `seq` is the event that gave or removed it last, 0
 * where none did. `handed_by` and `note` say how a take-over came to its holder.
 */
interface ActionsTable {
  id: Generated<number>;
  room_id: number;
  message_seq: number;
  action_id: 1 | 2;
  participant_id: number;
  seq: number;
  is_deleted: Generated<boolean>;
  created_at: Moment;
  handed_by: Generated<number | null>;
  note: Generated<string | null>;
}

/**
 * The entries of the append-only logs that are no messages: the `seq` of both tables together run 1, 2, 3 within a room without
 * gaps (MSG-5). `read_seq` is the marker of `participant_id` that a read moved to, or at which they left; `members_total`
 * counts the members after a join or leave. The other kinds have a `payload` without text, and may name a message of the room by
 * its `seq`; a newer server may have written kinds that are not known here.
 */
interface RoomEventsTable {
  room_id: number;
  seq: number;
  kind: Exclude<LoggedKindName, "message">;
  participant_id: number;
  read_seq: number | null;
  members_total: number | null;
  message_seq: Generated<number | null>;
  payload: Generated<object | null>;
  created_at: Moment;
}

/** What the server makes once and keeps, such as keys (RUN-6). */
interface SettingsTable {
  key: string;
  value: string;
}

import type { ColumnType, Generated } from "kysely";
import type { LoggedKindName } from "@cuplaj/protocol/events.ts";
import type { OfferLineStatus, OfferStatus } from "@cuplaj/protocol/offer.ts";
import type { LanguageCode, ParticipantKind } from "@cuplaj/protocol/participant.ts";

/**
 * Tables as Kysely types for tests; `storage/migrations/0001-schema.sql` creates them. The pool parses `bigint` to number (ids and seqs are below
 * 2^53, ERR-4) and `timestamptz` to Date; `numeric` remains a decimal string.
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

/** Read as Date, written as Date or ISO 8601 text. */
type Moment = ColumnType<Date, Date | string, Date | string>;
type DefaultedMoment = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** `username` is unique regardless of case. Changes to a person's settings increment `version`; a trigger notifies the servers (AUTH-8). */
interface ParticipantsTable {
  id: Generated<number>;
  kind: ParticipantKind;
  name: string;
  username: string;
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
 * `hash` is the token's SHA-256 (AUTH-2); `id` is a public identifier that grants nothing (AUTH-10). `program` names the program that holds the token
 * and is null for a person's session; `last_used_at` is null until a program uses the token (ERP-2).
 */
interface TokensTable {
  id: Generated<number>;
  hash: Buffer;
  participant_id: number;
  created_at: Moment;
  last_used_at: OptionalMoment;
  program: Generated<string | null>;
  /** Since when the session has been complete (TFA-1). */
  second_factor_at: OptionalMoment;
  /** Time when password and code were last entered (AUTH-11). */
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

/** `unit_price` is net, as a decimal string, `vat_rate` in per cent; `position` orders the lines of an offer. */
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
 * `last_seq` is the newest `seq` of the log, `messages_total` the newest `ordinal`, `members_seq` the newest join or leave. `updated_at` is
 * the time of the newest message, `active_minute` the minute of the newest event (-infinity before the first), which finds recently active
 * rooms (LIVE-3).
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
  /** `ordinal` of the newest deleted message; 0 if none was deleted. */
  deleted_ordinal: Generated<number>;
  holder_id: Generated<number | null>;
  /** Time of the oldest customer message that no staff have answered. */
  waiting_since: OptionalMoment;
  /** Log entry and time of the customer's newest decision (ROOM-3h); 0 before the first. */
  decided_seq: Generated<number>;
  decided_at: OptionalMoment;
  /** Time of the newest quiet line about opening hours (HOURS-1e). */
  after_hours_at: OptionalMoment;
}

/**
 * Everything up to `read_seq` is read: the first `read_ordinal` messages. Sending marks everything up to the message as read, so own messages are
 * never above the marker (ROOM-7). Triggers maintain `listed_at`, the hour of the room's newest activity or of `brought_at` (ROOM-3).
 */
interface MembershipsTable {
  room_id: number;
  participant_id: number;
  read_seq: Generated<number>;
  read_ordinal: Generated<number>;
  /** `seq` of the join in the room's log. */
  joined_seq: Generated<number>;
  joined_at: DefaultedMoment;
  /** Time when somebody else brought the member in; null if they joined by themselves. */
  brought_at: OptionalMoment;
  listed_at: ColumnType<Date, never, never>;
  /** The newest `messages.silenced_ordinal` of this member in the room; null if nobody silences them. */
  silenced_sent: Generated<number | null>;
}

/** People whose messages do not count as unread for `participant_id` (ROOM-7). */
interface SilencesTable {
  participant_id: number;
  silenced_id: number;
  /** False while messages are being numbered and the silence has no effect yet (SIL-1). */
  is_numbered: Generated<boolean>;
}

/**
 * Each row is an entry of its room's log (MSG-5). `ordinal` numbers the room's messages, `silenced_ordinal` those of a silenced author (decision
 * 0021). `updated_seq` is the newest event that changed the message, or null (MSG-6).
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
  likes_total: Generated<number>;
}

/**
 * Take-overs (1) and likes (2), one permanent row per person, message and kind. `seq` is the last event that gave or removed the action, or 0;
 * `handed_by` and `note` record how a take-over reached its holder.
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
 * Log entries other than messages: together, the `seq` of both tables run 1, 2, 3 in a room (MSG-5). `read_seq` is the marker of
 * `participant_id` after a read or when leaving, `members_total` the members after a join or leave. Other kinds have a `payload` without
 * text and may refer to a message by its `seq`; a newer server may write unknown kinds.
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

/** Values that the server generates once and stores, such as keys (RUN-6). */
interface SettingsTable {
  key: string;
  value: string;
}

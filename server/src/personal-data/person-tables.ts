export interface PersonTable {
  /** Columns that name a person; empty if the row belongs to a row of another table. */
  readonly names: readonly string[];
  /** SQL for the rows about person `$1`. Choices that others made about that person belong to those others (PERS-1). */
  readonly where: string;
  /** Columns to omit because they hold no personal data, such as hashes and keys. */
  readonly without?: readonly string[];
  /** Columns to omit from rows that match `where`, since their values belong to somebody else. */
  readonly others?: readonly { readonly where: string; readonly columns: readonly string[] }[];
}

const ofMessage =
  "exists (select from messages m where m.room_id = t.room_id and m.seq = t.message_seq and m.author_id = $1)";
const ofOffer = "exists (select from offers o where o.id = t.offer_id and o.customer_id = $1)";
const isAbout = "(t.about_type = 'participant' and t.about_id = $1)";

/**
 * Every table with personal data (PERS-1). The export reads it, and a test compares it with the database, so that new tables and columns
 * are not missed.
 */
export const personTables: Readonly<Record<string, PersonTable>> = {
  participants: { names: ["id"], where: "t.id = $1", without: ["password_hash"] },
  participant_roles: { names: ["participant_id"], where: "t.participant_id = $1" },
  tokens: { names: ["participant_id"], where: "t.participant_id = $1", without: ["hash", "offered_secret"] },
  second_factors: {
    names: ["participant_id"],
    where: "t.participant_id = $1",
    without: ["secret", "last_step", "wrong_codes", "wrong_since"],
  },
  recovery_codes: { names: ["participant_id"], where: "t.participant_id = $1", without: ["hash"] },
  invitations: { names: ["participant_id"], where: "t.participant_id = $1", without: ["token_hash"] },
  push_subscriptions: {
    names: ["participant_id"],
    where: "t.participant_id = $1",
    without: ["token_hash", "p256dh", "auth"],
  },
  mail_addresses: { names: ["participant_id"], where: "t.participant_id = $1", without: ["confirm_hash"] },
  mail_links: { names: ["participant_id"], where: "t.participant_id = $1", without: ["hash"] },
  mail_jobs: { names: ["participant_id"], where: "t.participant_id = $1" },
  push_jobs: {
    names: [],
    where: "exists (select from push_subscriptions s where s.id = t.subscription_id and s.participant_id = $1)",
  },
  silences: { names: ["participant_id", "silenced_id"], where: "t.participant_id = $1" },
  memberships: { names: ["participant_id"], where: "t.participant_id = $1" },
  messages: { names: ["author_id"], where: "t.author_id = $1" },
  message_edits: { names: [], where: ofMessage },
  actions: { names: ["participant_id", "handed_by"], where: "$1 in (t.participant_id, t.handed_by)" },
  room_events: {
    names: ["participant_id"],
    where: "t.participant_id = $1 or $1::text in (t.payload->>'person_id', t.payload->>'from_id')",
  },
  rooms: { names: ["holder_id", "customer_id"], where: "$1 in (t.holder_id, t.customer_id)" },
  requests: { names: ["customer_id"], where: "t.customer_id = $1" },
  files: { names: ["uploader_id"], where: "t.uploader_id = $1" },
  uploads: { names: ["uploader_id"], where: "t.uploader_id = $1" },
  upload_parts: {
    names: [],
    where: "exists (select from uploads u where u.id = t.upload_id and u.uploader_id = $1)",
  },
  offers: { names: ["customer_id"], where: "t.customer_id = $1" },
  cars: { names: ["customer_id"], where: "t.customer_id = $1", without: ["plate_key"] },
  car_uses: { names: [], where: "exists (select from cars c where c.id = t.car_id and c.customer_id = $1)" },
  offer_lines: { names: [], where: ofOffer },
  offer_versions: { names: [], where: ofOffer },
  webhook_deliveries: {
    names: ["by_participant"],
    where: `t.by_participant = $1 or ${ofOffer} or exists (select from requests q where q.id = t.request_id and q.customer_id = $1)`,
  },
  audit: {
    names: ["participant_id", "about_id"],
    where: `t.participant_id = $1 or ${isAbout}`,
    others: [
      { where: "t.participant_id is distinct from $1", columns: ["participant_id", "name", "address"] },
      { where: `t.about_type = 'participant' and not (${isAbout})`, columns: ["about_id", "detail"] },
    ],
  },
  search_people: { names: ["participant_id"], where: "t.participant_id = $1" },
};

/** Tables without personal data, each with a description of its content. */
export const otherTables: Readonly<Record<string, string>> = {
  cuplaj_migrations: "changes of tables that ran",
  roles: "roles and what they permit",
  settings: "what the server made once",
  storages: "where files lie",
  object_removals: "names of files at random that are to be removed",
  used_host_tokens: "hashes of ids",
  push_rooms: "how far rooms are pushed",
  search_chunks: "words of messages, which the messages have",
  search_rooms: "how far rooms are indexed",
  search_offers: "words of offers, which the offers have",
};

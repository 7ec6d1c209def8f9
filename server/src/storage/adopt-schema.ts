import { StartupProblem } from "../kernel/startup-problem.ts";

/** The last of the 46 migrations that `0001-schema` replaced (decision 0049). */
const lastReplaced = "0048-brought-in";
/** A commit that includes all of these migrations. */
const lastCommit = "7c9aab5d";

/** Throws unless the tables equal those that `0001-schema` creates. */
export function checkReplaced(names: readonly string[]): void {
  if (names.includes(lastReplaced)) return;
  throw new StartupProblem(
    `The database was last changed by a Cuplaj older than the first release (${names.at(-1) ?? "no migration"}); start commit ${lastCommit} on it once, then this version.`,
  );
}

/** Runs in place of `0001-schema`: drops what `0001-schema` no longer creates, and functions whose default arguments have changed. */
export const adoptSchema = `
  drop function pin_room, mute_room, mark_unread, renew_recovery_codes, act_on_message, store_messages_with_files, decide_line,
    store_messages(bigint[], bigint[], text[], uuid[], integer[], bigint[], integer[], timestamptz),
    claim_file(uuid, uuid, bigint, text, bigint, text, bytea, integer, integer, bytea, integer, timestamptz, bigint, bigint),
    create_upload(uuid, uuid, bigint, bigint, text, timestamptz, integer);
  drop table kysely_migration, kysely_migration_lock;
  alter table room_events validate constraint room_events_message, validate constraint room_events_payload;
  alter table rooms validate constraint rooms_holder_id_fkey;`;

import { type StatementPool, wireTime } from "../storage/named-statement.ts";
import type { InstallationStore, StoredInstallation } from "./store.ts";

// KEEP-3: `backups/last-backup.pg.ts` writes `last_backup_at`. The sum of the rooms' counts avoids a scan of all messages (ROOM-3).
const selectInstallation = `
  select current_setting('server_version') as postgresql,
    (select max(name) from cuplaj_migrations) as migration,
    pg_database_size(current_database())::float8 as database_bytes,
    (select count(*) from participants where erased_at is null) as accounts,
    (select count(*) from rooms) as rooms,
    (select coalesce(sum(messages_total), 0)::float8 from rooms) as messages,
    (select count(*) from files where is_published) as files,
    bytes_of_all(null)::float8 as file_bytes,
    (select ${wireTime("value::timestamptz")} from settings where key = 'last_backup_at') as last_backup_at`;

export function createInstallationStore(pool: StatementPool): InstallationStore {
  return {
    async read() {
      const { rows } = await pool.query<StoredInstallation>(selectInstallation);
      const [row] = rows;
      if (row === undefined) throw new Error("a select without a table answers one row");
      return row;
    },
  };
}

import pg from "pg";
import { connectionSettings, type DatabaseAddress } from "../storage/database.ts";

/** Texts and bytes that a copy in text form could corrupt. */
const odd = String.raw`E'tab\there, \\n no line, a line\n\\.\n\u0001 "ăș" 😀 ' || repeat('x', 100)`;
const bytes = String.raw`'\x00ff0a0d5c2e27'::bytea`;

/** Rows for the tables that the demo leaves empty, and one text longer than a piece of a backup. */
const fill = `
  insert into settings (key, value) values ('odd', ${odd}), ('empty', ''), ('long', repeat(md5('a'), 300000));
  insert into invitations (participant_id, token_hash, expires_at) values (1, sha256('a'), '-infinity');
  insert into tokens (hash, participant_id, created_at, last_used_at) values (${bytes}, 1, now(), 'infinity');
  insert into second_factors (participant_id, secret, set_at, last_step) values (1, substr(sha256('b'), 1, 20), now(), 9);
  insert into recovery_codes (participant_id, hash) values (1, sha256('c'));
  insert into webhook_deliveries (offer_id, version, line_id, decision, by_participant, created_at, next_at)
    values (10001, 1, 1, 'accept', 1, now(), now());
  insert into cars (customer_id, vin, plate, plate_key, make, model, engine, note, used_at, updated_at)
    values (1, '', ${odd}, 'X', '', '', '', ${odd}, now(), now());
  insert into object_removals (storage_id, name) select id, 'gone' from storages;
  insert into uploads (id, storage_id, uploader_id, bytes, name, created_at)
    select gen_random_uuid(), id, 1, 9007199254740991, ${odd}, now() from storages;
  insert into upload_parts (id, upload_id, at_byte) select gen_random_uuid(), id, 0 from uploads;
  insert into message_edits (room_id, message_seq, seq, body, replaced_at) select room_id, seq, seq, ${odd}, now() from messages;
  insert into room_events (room_id, seq, kind, participant_id, created_at, payload)
    values (1, 999999, 'made-up', 1, now(), '{"a": 1e400, "ă\\\\n": [null, ""]}');
  insert into silences (participant_id, silenced_id) values (1, 2);
  insert into search_people (participant_id, name, words) values (999, ${odd}, $$'a''b':1A,3 '\\\\c':2$$::tsvector) on conflict do nothing;
  insert into push_subscriptions (participant_id, token_hash, endpoint, origin, p256dh, auth)
    values (1, ${bytes}, 'https://push.example.ro/1', 'o', 'p', 'a');
  insert into push_jobs (subscription_id, room_id, after_ordinal, upto_ordinal, next_at) select id, 1, 1, 2, now() from push_subscriptions;
  select nextval('offer_lines_id_seq');
  insert into used_host_tokens (jti_hash, expires_at) values (sha256('d'), now());
  insert into audit (created_at, kind, by_kind) values (now(), 'odd', 'nobody')`;

export async function fillEverywhere(at: DatabaseAddress | string): Promise<void> {
  await connected(at, (client) => client.query(fill));
}

interface TableDigest {
  readonly table: string;
  readonly rows: number;
  readonly digest: string | null;
}

/** Digests the rows of each table, except those that backups and restores write themselves, and lists the last values of all sequences. */
export async function digestTables(at: DatabaseAddress | string): Promise<readonly TableDigest[]> {
  return await connected(at, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    );
    const found: TableDigest[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<TableDigest>(
        `select '${name}' as table, count(*) as rows, md5(string_agg(t::text, '|' order by t::text)) as digest
         from ${name} t where coalesce(to_jsonb(t)->>'key', '') not in ('epoch', 'functions', 'last_backup_at')
           and coalesce(to_jsonb(t)->>'kind', '') not like 'backup.%'`,
      );
      found.push(...rows);
    }
    const { rows: sequences } = await client.query<TableDigest>(
      "select sequencename as table, coalesce(last_value, 0) as rows, null as digest from pg_sequences where schemaname = 'public' and sequencename <> 'audit_id_seq' order by 1",
    );
    return [...found, ...sequences];
  });
}

async function connected<T>(at: DatabaseAddress | string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionSettings(at));
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'");
    return await run(client);
  } finally {
    await client.end();
  }
}

import type pg from "pg";

/** Adds realistic numbers of people and files for tests of query plans, since PostgreSQL scans small tables in full. */
export async function addCrowd(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into participants (kind, name, username, password_hash)
     select 'customer', 'Om ' || n, 'om.' || n, '!' from generate_series(1, 3000) n`,
  );
  await pool.query(
    `with storage as (insert into storages (id, url) values (gen_random_uuid(), 'file:///nonexistent') returning id)
     insert into files (id, storage_id, uploader_id, name, bytes, mime, sha256, is_published, created_at)
     select gen_random_uuid(), storage.id, p.id, 'poza.jpg', 1, 'image/jpeg', '\\x00', true, now() from storage, participants p`,
  );
}

import { expect, test } from "vitest";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { createTestDatabase } from "../testing/database.ts";
import { migrate } from "./migrate.ts";

test("[RUN-6b] a database of a newer version stops the start with a sentence that says so, and is left as it is", async () => {
  const { pool, url } = await createTestDatabase();
  await pool.query("insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', now())");
  const problem = new StartupProblem(
    "The database was brought up to date by a newer Cuplaj (9999-of-tomorrow is unknown here); start that version.",
  );
  await expect(migrate(url)).rejects.toThrow(problem);
});

test("[RUN-6c] a table that another transaction holds for 5 s stops the start, while others read it; the next start goes on", async () => {
  const { pool, url } = await createTestDatabase();
  // The newest migration has not run here yet.
  await pool.query(`
    drop table offer_versions, webhook_deliveries;
    drop type sent_offer, sent_line, differing_line cascade;
    drop function make_room, join_rooms, entries_above, offer_content, log_offers, store_offers, decide_line;
    alter table offer_lines add constraint offer_lines_offer_id_position_key unique (offer_id, position);
    delete from kysely_migration where name >= '0024'`);
  const backup = await pool.connect();
  await backup.query("begin; lock table rooms in access share mode");
  const stopped = migrate(url).catch((error: unknown) => error);
  const state = { isStopped: false };
  void stopped.then(() => (state.isStopped = true));
  // Whoever reads waits behind the migration, but never for long.
  while (!state.isStopped) {
    await pool.query("set statement_timeout = '1s'; select count(*) from rooms; reset statement_timeout");
  }
  expect(await stopped).toMatchObject({
    message: expect.stringMatching(
      /^Migration 0024-offers-from-erp waited 5 s for a table that another transaction holds/u,
    ),
  });
  await backup.query("commit");
  backup.release();
  const together = await Promise.all([migrate(url), migrate(url)]);
  expect(together.flat()).toEqual(["0024-offers-from-erp"]);
});

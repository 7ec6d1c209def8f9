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
  // The three newest migrations have not run here yet.
  await pool.query(`
    drop function person_json, action_json, entries_after, change_action, action_never_given, change_holder, end_take_over,
      set_like, set_take_over, act_on_message, hand_over, leave_room, end_one_take_over;
    drop function store_messages(bigint[], bigint[], text[], uuid[], integer[], bigint[], integer[], boolean[], boolean[],
      timestamptz);
    create function publish_one(bigint, bigint, text, uuid, timestamptz) returns void language sql as '';
    create function publish_fresh(bigint[], bigint[], text[], uuid[], integer[], bigint[], integer[], timestamptz)
      returns void language sql as '';
    drop table actions;
    alter table rooms drop column holder_id, drop column waiting_since;
    alter table messages drop column likes_total;
    delete from kysely_migration where name >= '0017'`);
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
    message: expect.stringMatching(/^Migration 0017-actions waited 5 s for a table that another transaction holds/u),
  });
  await backup.query("commit");
  backup.release();
  const together = await Promise.all([migrate(url), migrate(url)]);
  expect(together.flat().toSorted()).toEqual(["0017-actions", "0018-acting", "0019-waiting-since"]);
});

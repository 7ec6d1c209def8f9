import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { allMigrations } from "./all-migrations.ts";
import { migrate } from "../migrate.ts";

test("[PERM-1d] an upgrade takes `offers.edit` from whoever is no program or administrator, lets staff bring people in, and notes both", async () => {
  const { pool, url } = await createTestDatabase();
  const rolesOf = async () =>
    (
      await pool.query(
        `select name, 'offers.edit' = any(permissions) as edits, 'offers.decide-for' = any(permissions) as decides from roles order by name`,
      )
    ).rows;
  const notedOf = async () => (await pool.query("select kind, by_kind, detail from audit order by detail")).rows;
  const ends = [
    { name: "Admin", edits: true, decides: true },
    { name: "Agent", edits: false, decides: false },
    { name: "Customer", edits: false, decides: false },
    { name: "Operator", edits: false, decides: true },
    { name: "Program", edits: true, decides: false },
  ];
  // A new installation has nothing to note.
  expect([await rolesOf(), await notedOf()]).toEqual([ends, []]);
  await pool.query("drop schema public cascade; create schema public");
  const { "0041-customers-decide": _tried, ...older } = allMigrations;
  await migrate(url, Object.fromEntries(Object.entries(older).filter(([name]) => name < "0041")));
  await pool.query("insert into participants (kind, name, username, password_hash) values ('erp', 'A', 'a', 'x')");
  await pool.query("insert into roles (name, permissions) values ('Șef', '{rooms.view,offers.edit}')");
  await migrate(url);
  expect(await rolesOf()).toEqual([...ends, { name: "Șef", edits: false, decides: false }]);
  expect(await notedOf()).toMatchObject([
    { kind: "role.changed", by_kind: "command-line", detail: expect.stringMatching(/^Admin: .*offers\.edit.*for$/u) },
    { detail: expect.stringMatching(/^Admin: .*rooms\.invite$/u) },
    { detail: expect.stringMatching(/^Agent: .*rooms\.invite$/u) },
    { detail: expect.stringMatching(/^Operator: (?!.*offers\.edit).*offers\.decide-for$/u) },
    { detail: expect.stringMatching(/^Operator: .*rooms\.invite$/u) },
    { detail: "Șef: rooms.view" },
  ]);
});

import { expect, test } from "vitest";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { createTestDatabase } from "../testing/database.ts";
import { migrate } from "./migrate.ts";

test("[RUN-6] a database of a newer version stops the start with a sentence that says so, and is left as it is", async () => {
  const { pool, url } = await createTestDatabase();
  await pool.query("insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', now())");
  const problem = new StartupProblem(
    "The database was brought up to date by a newer Cuplaj (9999-of-tomorrow is unknown here); start that version.",
  );
  await expect(migrate(url)).rejects.toThrow(problem);
});

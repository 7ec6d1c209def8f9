import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { addPeople } from "../testing/people.ts";
import { warnOfNoStaff } from "./offer-staff.ts";
import { createOfferStore } from "./store.pg.ts";

const { pool, database } = await createTestDatabase();
const { vlad } = await addPeople({ database });
const offers = createOfferStore(pool);

test("[ERP-1d] logs a warning for names without an enabled staff account", async () => {
  await pool.query("update participants set disabled_at = now() where id = $1", [vlad.id]);
  const warned: object[] = [];
  const log = { warn: (fields: object) => void warned.push(fields) };
  for (const offerStaff of [[], ["radu", "mia"], ["vlad", "radu", "ana", "nimeni"]])
    await warnOfNoStaff({ offers, offerStaff, log });
  expect(warned).toEqual([{ names: ["vlad", "ana", "nimeni"] }]);
});

import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { addPeople } from "../testing/people.ts";
import { findOfferStaff } from "./offer-staff.ts";
import { createOfferStore } from "./store.pg.ts";

const { pool, database } = await createTestDatabase();
const { radu, mia, vlad } = await addPeople({ database });
const offers = createOfferStore(pool);

test("[ERP-1d][ERP-1f] names are found without regard to case, and the log is warned of those that are no enabled staff", async () => {
  await pool.query("update participants set disabled_at = now() where id = $1", [vlad.id]);
  const warned: object[] = [];
  const log = { warn: (fields: object) => void warned.push(fields) };
  const find = (offerStaff: readonly string[]) => findOfferStaff({ offers, offerStaff, log });
  expect(await find(["Radu", "MIA"])).toEqual([radu.id, mia.id]);
  expect([await find([]), warned]).toEqual([[], []]);
  expect(await find(["ana", "radu", "vlad", "nimeni"])).toEqual([radu.id]);
  expect(warned).toEqual([{ missing: ["ana", "vlad", "nimeni"] }]);
});

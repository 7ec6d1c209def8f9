import { expect, test } from "vitest";
import { startTestApi } from "../testing/test-api.ts";

const { people, call, database } = await startTestApi();
const { ana, radu, mia, vlad, nou, admin } = people;
const find = async (person: (typeof people)["ana"], search?: string) => {
  const { status, body } = await call(
    person,
    "GET",
    `/api/v1/staff${search === undefined ? "" : `?search=${encodeURIComponent(search)}`}`,
  );
  return status === 200 ? body.staff.map(({ name }: { name: string }) => name) : status;
};

test("[USR-7] colleagues are found by words of their names in any order; customers, and staff who may view no rooms, are not", async () => {
  expect(await find(mia)).toEqual([admin, mia, radu, vlad].map(({ name }) => name));
  await database.updateTable("participants").set({ name: "Vlăduț Șerban" }).where("id", "=", vlad.id).execute();
  for (const search of [" vladut s", "serban  vladut", "ban"])
    expect(await find(radu, search)).toEqual(["Vlăduț Șerban"]);
  expect(await find(radu, "popescu")).toEqual([]);
  await database
    .updateTable("participants")
    .set({ disabled_at: new Date(0) })
    .where("id", "=", vlad.id)
    .execute();
  expect(await find(radu, "vlad")).toEqual([]);
});

test("[USR-7] nobody else learns who the staff are", async () => {
  for (const person of [ana, nou]) expect(await find(person)).toBe(403);
  expect(await find(radu, "a\0")).toBe(422);
});

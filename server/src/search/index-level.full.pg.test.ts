import { expect, test } from "vitest";
import { createDice } from "../testing/dice.ts";
import { findIndexProblems, indexForSearch } from "../testing/search-level.ts";
import { startTestApi } from "../testing/test-api.ts";

const { call, pool, people } = await startTestApi();
const { ana, radu } = people;
const join = async (person: typeof ana, channel: number): Promise<number> =>
  (await call(person, "POST", "/api/v1/join", { type: 1, channel })).body.chat.id;
const [room, otherRoom] = [await join(radu, 10_001), await join(ana, 10_002)];

test("[FIND-2b] indexes 300 kB of digits in one room, and continues with the others", async () => {
  const dice = createDice(3);
  for (let sent = 0; sent < 80; sent += 1) {
    const message = Array.from({ length: 3900 }, () => dice(10)).join("");
    expect((await call(ana, "POST", `/api/v1/publish/${otherRoom}`, { message })).status).toBe(201);
  }
  const { status } = await call(radu, "POST", `/api/v1/publish/${room}`, { message: "cuvantul" });
  expect(status).toBe(201);
  await indexForSearch(pool);
  const { rows } = await pool.query("select from search_chunks where words @@ 'cuvantul'");
  expect(rows).toHaveLength(1);
  expect(await findIndexProblems(pool)).toEqual([]);
});

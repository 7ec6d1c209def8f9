import { beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../database.ts";
import { findBrokenInvariants } from "./check-growth.ts";
import { quietPerson, quietPersonRooms } from "./growth-size.ts";
import { seedGrowth } from "./seed-growth.ts";
import { frequentWords, wordsTotal } from "./words.ts";

const { pool } = await createTestDatabase();
const words = frequentWords();

beforeAll(async () => {
  const little = { rooms: 300, messages: 20_000, customers: 60, staff: 50, busyPersonRooms: 200 };
  const size = { ...little, longRoomMessages: 3000, crowdedRoomMembers: 50 };
  await seedGrowth(pool, size, { passwordHash: "!", say: () => undefined });
});

const share = async (condition: string, ...values: readonly unknown[]): Promise<number> => {
  const { rows } = await pool.query<{ share: number }>(
    `select count(*) filter (where ${condition}) / count(*)::float8 as share from messages`,
    [...values],
  );
  return rows[0]?.share ?? Number.NaN;
};

test("[PERF-14] a seeded database satisfies the invariants of every product database", async () => {
  expect(await findBrokenInvariants(pool)).toEqual([]);
});

test("[PERF-14] the commonest of 30,000 words is in two of five messages, the thousandth in hardly any, and three of ten messages have a code", async () => {
  expect(new Set(words).size).toBe(wordsTotal);
  expect(await share("$1 = any(string_to_array(body, ' '))", words[0])).toBeCloseTo(0.4, 1);
  const rare = await share("$1 = any(string_to_array(body, ' '))", words[999]);
  expect(rare).toBeGreaterThan(0.0001);
  expect(rare).toBeLessThan(0.002);
  expect(await share("body ~ '[0-9]{3}[ .-]?[0-9]{3}'")).toBeCloseTo(0.3, 1);
});

test("[PERF-14] one person has 20 of the rooms", async () => {
  const { rows } = await pool.query(
    "select from memberships join participants on id = participant_id where username = $1",
    [quietPerson.username],
  );
  expect(rows).toHaveLength(quietPersonRooms);
});

import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { ensureSetting, readSetting } from "./stored-setting.ts";

const { pool } = await createTestDatabase();

test("[RUN-6] a generated value is stored, and concurrent callers get the same", async () => {
  let made = 0;
  const make = (): string => `secret-${(made += 1)}`;
  const answers = await Promise.all([1, 2, 3, 4].map(() => ensureSetting(pool, "pusher_app_key", make)));
  expect(new Set(answers).size).toBe(1);
  expect(await ensureSetting(pool, "pusher_app_key", make)).toBe(answers[0]);
});

test("[RUN-6] a missing setting is undefined", async () => {
  expect(await readSetting(pool, "absent")).toBeUndefined();
});

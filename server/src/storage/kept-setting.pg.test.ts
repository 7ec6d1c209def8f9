import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { keepSetting, readSetting } from "./kept-setting.ts";

const { database } = await createTestDatabase();

test("[RUN-6] what is made once is kept, and whoever asks at the same time gets the same", async () => {
  let made = 0;
  const make = (): string => `secret-${(made += 1)}`;
  const answers = await Promise.all([1, 2, 3, 4].map(() => keepSetting(database, "pusher_app_key", make)));
  expect(new Set(answers).size).toBe(1);
  expect(await keepSetting(database, "pusher_app_key", make)).toBe(answers[0]);
});

test("[RUN-6] a setting that nobody made is undefined", async () => {
  expect(await readSetting(database, "absent")).toBeUndefined();
});

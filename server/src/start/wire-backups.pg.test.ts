import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { temporaryFolder } from "../testing/server-process.ts";
import { upgradeSteps } from "./wire-backups.ts";

test("[KEEP-4] for a DATABASE_URL the log reports that no backup was made", async () => {
  const lines: string[] = [];
  const add = (_fields: object, line: string): void => void lines.push(line);
  const dataDir = temporaryFolder();
  await upgradeSteps({ dataDir }, systemClock, { info: add, warn: add }).begins({ cluster: null, migration: "0101-a" });
  expect(lines).toEqual(["the tables of DATABASE_URL are updated without a backup"]);
  expect(readdirSync(dataDir)).toEqual([]);
});

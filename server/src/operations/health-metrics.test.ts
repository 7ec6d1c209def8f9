import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { addHealthMetrics } from "./health-metrics.ts";

test("[OPS-6] free space for files has a sample only while it is known", async () => {
  const registry = new Registry();
  let free: number | null = null;
  addHealthMetrics(registry, {
    readiness: {
      check: async () => ({
        ...{ ready: true, database: "up", bus: "up", writes: true, storage: "up", leaving: false },
      }),
    },
    storageFreeBytes: () => free,
    dataDir: ".",
    ...{ version: "1.0.0", newestMigration: "0001-schema", migrationsRun: 0 },
  });
  const samples = async () => (await registry.metrics()).match(/^cuplaj_storage_free_bytes .*$/gmu) ?? [];
  expect(await samples()).toEqual([]);
  free = 1000;
  expect(await samples()).toEqual(["cuplaj_storage_free_bytes 1000"]);
  free = null;
  expect(await samples()).toEqual([]);
});

import { defineConfig } from "vitest/config";

const PG_TESTS = "server/**/*.pg.test.ts";
const IGNORED = ["**/node_modules/**", "**/dist/**"];

/**
 * Three lanes, each on two workers: `unit` needs nothing, `pg` needs PostgreSQL (its global setup brings one), `e2e` needs Chromium
 * and web/dist; there each file has a product, a browser and people of its own.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          include: ["{protocol,server,web,bench,faults,e2e}/**/*.test.{ts,tsx}", "tooling/**/*.test.ts"],
          exclude: [...IGNORED, PG_TESTS],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "pg",
          include: [PG_TESTS],
          exclude: IGNORED,
          globalSetup: ["server/src/testing/start-postgres.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.ts"],
          exclude: IGNORED,
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

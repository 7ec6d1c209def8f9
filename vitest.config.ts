import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tooling/longest-first.mjs";

const ENGINE_TESTS = "e2e/src/engines/*.e2e.ts";
const PG_TESTS = "server/**/*.pg.test.ts";
const IGNORED = ["**/node_modules/**", "**/dist/**"];

/** How long a test waits for what is to come about on a busy machine; a time that the product promises stands in its test. */
const patient = { poll: { timeout: 15_000 } };

/**
 * Four lanes: `unit` needs nothing, `pg` needs PostgreSQL (its global setup brings one), `e2e` needs Chromium and web/dist,
 * `engines` needs Firefox ESR and WebKitGTK beside them. In `e2e` each file has a product, a browser and people of its own. All
 * but those of `engines` share their workers' modules, whose evaluation for each file anew was a third of the time: what a test leaves
 * behind in a module reaches the next file.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["{protocol,media,embed,server,web,bench,faults,e2e}/**/*.test.{ts,tsx}", "tooling/**/*.test.ts"],
          exclude: [...IGNORED, PG_TESTS],
          isolate: false,
          testTimeout: 60_000,
          expect: patient,
        },
      },
      {
        test: {
          name: "pg",
          include: [PG_TESTS],
          exclude: IGNORED,
          isolate: false,
          globalSetup: ["server/src/testing/start-postgres.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: patient,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.ts"],
          exclude: [...IGNORED, ENGINE_TESTS],
          isolate: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          expect: patient,
        },
      },
      {
        test: {
          name: "engines",
          include: [ENGINE_TESTS],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: patient,
        },
      },
    ],
  },
});

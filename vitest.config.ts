import { defineConfig } from "vitest/config";

const IGNORED = ["**/node_modules/**", "**/dist/**"];
const PG_TESTS = "server/**/*.pg.test.ts";
const PAGE_TESTS = "web/**/*.page.test.tsx";
const TIMED_TESTS = "**/*.timed.*";
const ENGINE_TESTS = "e2e/src/engines/*.e2e.ts";

/** Ends what hangs; no test fails by the machine's pace. Property tests of the full run take a thousand seeds. */
const patient = {
  testTimeout: process.env["TEST_RUN"] === "full" ? 900_000 : 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 100_000 } },
};

/**
 * A file's name says where it runs: `*.test.ts` needs nothing, `*.page.test.tsx` a DOM, `*.pg.test.ts` PostgreSQL (the global setup
 * starts one), `*.e2e.ts` Chromium and web/dist, those in `engines/` Firefox ESR and WebKitGTK, `*.timed.*` the machine to itself.
 * `*.full.*` runs in the full run only (`tooling/test-lanes.mjs`). Files share their worker's modules, except those of `engines`.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          include: ["{protocol,media,embed,server,web,bench,faults,e2e}/**/*.test.{ts,tsx}", "tooling/**/*.test.ts"],
          exclude: [...IGNORED, PG_TESTS, PAGE_TESTS, TIMED_TESTS],
          setupFiles: ["tooling/seeds.ts"],
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: "page",
          include: [PAGE_TESTS],
          exclude: IGNORED,
          environment: "happy-dom",
          setupFiles: ["tooling/seeds.ts"],
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: "pg",
          include: [PG_TESTS],
          exclude: [...IGNORED, TIMED_TESTS],
          setupFiles: ["tooling/seeds.ts"],
          globalSetup: ["server/src/testing/start-postgres.ts"],
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: "timed",
          include: ["{protocol,server,web}/**/*.timed.{test,pg.test}.ts"],
          exclude: IGNORED,
          globalSetup: ["server/src/testing/start-postgres.ts"],
          fileParallelism: false,
          ...patient,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.e2e.ts"],
          exclude: [...IGNORED, ENGINE_TESTS],
          isolate: false,
          ...patient,
        },
      },
      { test: { name: "engines", include: [ENGINE_TESTS], ...patient } },
    ],
  },
});

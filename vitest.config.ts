import { defineConfig } from "vitest/config";
import { patienceMs } from "./protocol/src/testing/test-clock.ts";
import { root } from "./tooling/prepare.mjs";
import { type Project, testFilesOf } from "./tooling/test-files.mjs";

/** `npm test` sets it; without it a file that is named by hand runs with the seeds of the gate. */
const run = process.env["TEST_RUN"];

/** Generous: ends a hung test, and never fails one because the machine is slow. A property test of the full run tries a thousand seeds. */
const patient = {
  testTimeout: run === "full" ? 900_000 : 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: patienceMs } },
};

const project = (name: Project) => ({
  name,
  // A project without files would take Vitest's own pattern.
  include: [...testFilesOf(root, name, run === "gate" ? "gate" : "full"), `no-${name}`],
  ...patient,
});

const seeds = { setupFiles: ["tooling/seeds.ts"] };
const page = {
  environment: "happy-dom",
  setupFiles: [...seeds.setupFiles, ...(run === "full" ? ["tooling/late-drawing.ts"] : [])],
};
const postgres = { globalSetup: ["server/src/testing/start-postgres.ts"] };
/** The files of a worker share its modules: evaluating them for each file anew took a third of the time. */
const shared = { isolate: false };

/** Where a test file runs is its name's to say (`tooling/test-files.mjs`). */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { ...project("unit"), ...seeds, ...shared } },
      { test: { ...project("page"), ...shared, ...page } },
      { test: { ...project("pg"), ...seeds, ...shared, ...postgres } },
      { test: { ...project("timed"), ...postgres, fileParallelism: false } },
      { test: { ...project("e2e"), ...shared } },
      { test: project("engines") },
    ],
  },
});

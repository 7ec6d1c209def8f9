import { defineConfig } from "vitest/config";
import { patienceMs } from "./protocol/src/testing/test-clock.ts";
import { root } from "./tooling/prepare.mjs";
import { type Project, testFilesOf } from "./tooling/test-files.mjs";

/** Set by `npm test`. Unset if a file is run by hand: then all its tests run, with only the gate's seeds. */
const run = process.env["TEST_RUN"];

/** Long enough to end only hung tests, not those on a slow machine. In the full run a property test tries a thousand seeds. */
const patient = {
  testTimeout: run === "full" ? 900_000 : 120_000,
  hookTimeout: run === "full" ? 900_000 : 120_000,
  expect: { poll: { timeout: patienceMs } },
};

const project = (name: Project) => ({
  name,
  // Without any file, a project would use Vitest's default pattern.
  include: [...testFilesOf(root, name, run === "gate" ? "gate" : "full"), `no-${name}`],
  ...patient,
});

const seeds = { setupFiles: ["tooling/seeds.ts"] };
const page = {
  environment: "happy-dom",
  setupFiles: [...seeds.setupFiles, ...(run === "full" ? ["tooling/late-drawing.ts"] : [])],
};
const postgres = { globalSetup: ["server/src/testing/start-postgres.ts"] };
/** The test files of a worker share its modules: evaluating them again for each file took a third of the time. */
const shared = { isolate: false };

/** The name of a test file determines where it runs (`tooling/test-files.mjs`). */
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

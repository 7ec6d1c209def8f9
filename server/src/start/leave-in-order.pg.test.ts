import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { initialisedFolder, startServerProcess } from "../testing/server-process.ts";

test("[RUN-5][RUN-5d] SIGHUP stops nothing; SIGINT ends with exit code 0 and no PostgreSQL left running", async () => {
  const DATA_DIR = initialisedFolder("empty");
  const server = await startServerProcess({ DATA_DIR, DEMO: "0" });
  server.signal("SIGHUP");
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  server.signal("SIGINT");
  expect((await server.ended).exitCode).toBe(0);
  expect(existsSync(join(DATA_DIR, "postgres/postmaster.pid"))).toBe(false);
});

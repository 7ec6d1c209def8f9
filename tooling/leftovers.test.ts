import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { closeScratch, openScratch } from "./leftovers.mjs";

async function startStaying(environment: NodeJS.ProcessEnv, cwd = "/") {
  const words = ["-e", 'process.stdout.write("up"); setInterval(() => {}, 1000)'];
  const child = spawn(process.execPath, words, {
    cwd,
    detached: true,
    env: environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

it("[RUN-2d] a clean lane reports no leftovers, and its folder is gone", async () => {
  const scratch = openScratch();
  expect(await closeScratch(scratch)).toEqual([]);
  expect(existsSync(scratch)).toBe(false);
});

it("[RUN-2d] a program in a session of its own is found by its environment or its folder, and ended", async () => {
  const scratch = openScratch();
  const byEnvironment = await startStaying({ TMPDIR: scratch });
  const byFolder = await startStaying({}, scratch);
  const ended = Promise.all([once(byEnvironment, "exit"), once(byFolder, "exit")]);
  const left = await closeScratch(scratch, 0);
  expect(left.map((line) => Number(/^program (\d+): /.exec(line)?.[1])).toSorted((a, b) => a - b)).toEqual(
    [byEnvironment.pid, byFolder.pid].toSorted((a, b) => Number(a) - Number(b)),
  );
  await ended;
});

it("[RUN-2d] a program that is just ending is waited for", async () => {
  const scratch = openScratch();
  const child = await startStaying({ TMPDIR: scratch });
  const closed = closeScratch(scratch);
  child.kill("SIGTERM");
  expect(await closed).toEqual([]);
});

it("[RUN-2d] files and folders are named, and removed", async () => {
  const scratch = openScratch();
  mkdirSync(path.join(scratch, "cuplaj-test-1/postgres"), { recursive: true });
  chmodSync(path.join(scratch, "cuplaj-test-1"), 0o500);
  writeFileSync(path.join(scratch, "report.json"), "{}");
  expect(await closeScratch(scratch)).toEqual(["file cuplaj-test-1", "file report.json"]);
  expect(existsSync(scratch)).toBe(false);
});

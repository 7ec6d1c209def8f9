import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { AskedBackup } from "../backups/back-up.ts";
import { portsWith } from "../testing/command-ports.ts";
import { runCommandLine } from "./run-command.ts";

/** Runs `backup daily FOLDER` on 27 November 2026; returns its output and the backups that it made. */
async function runDaily(folder: string, ...options: readonly string[]) {
  const made: AskedBackup[] = [];
  const begunAt = "2026-11-27T00:05:00.000Z";
  const { open, ...ports } = portsWith({ now: () => Date.parse(begunAt) });
  const opened = await open();
  const backUp = (asked: AskedBackup) => {
    made.push(asked);
    writeFileSync(asked.file, "");
    return Promise.resolve({ begunAt, bytes: 0, without: [] });
  };
  const backUpDaily = ({ makeOne }: { makeOne: (file: string) => Promise<unknown> }): Promise<void> =>
    makeOne(join(folder, "by-the-loop")).then(() => undefined);
  const all = { ...ports, open: () => Promise.resolve({ ...opened, backUp, backUpDaily }) };
  return { ...(await runCommandLine(["backup", "daily", folder, ...options], all)), made };
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-daily-command-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("[KEEP-11] with --once, backup daily makes the day's backup and ends, and a second run makes none", async () => {
  const folder = makeFolder();
  const { exitCode, text, made } = await runDaily(folder, "--once");
  expect([exitCode, text]).toEqual([0, `Today's backup is in ${folder}.`]);
  expect(made.map(({ file }) => basename(file))).toEqual(["cuplaj-2026-11-27.tar.zst"]);
  expect(await runDaily(folder, "--once", "--keep", "1")).toMatchObject({ exitCode: 0, text, made: [] });
  expect(readdirSync(folder)).toEqual(["cuplaj-2026-11-27.tar.zst"]);
  expect(await runDaily(folder, "--once", "--keep", "0")).toMatchObject({ exitCode: 1, made: [] });
});

test("[KEEP-7] daily backups are encrypted for each --recipient, once or until stopped", async () => {
  const recipients = ["age1one", "age1other"];
  const options = recipients.flatMap((recipient) => ["--recipient", recipient]);
  for (const once of [[], ["--once"]])
    expect((await runDaily(makeFolder(), ...options, ...once)).made).toMatchObject([{ recipients, isLogical: false }]);
});

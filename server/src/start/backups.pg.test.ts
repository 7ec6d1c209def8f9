import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { call, signIn } from "../testing/http-calls.ts";
import { startHere } from "../testing/server-here.ts";
import { initialisedFolder, runProgram, startServerProcess, temporaryFolder } from "../testing/server-process.ts";

const cuplaj = (words: readonly string[], DATA_DIR: string): ReturnType<typeof runProgram> =>
  runProgram("cuplaj.ts", words, { DATA_DIR });

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();

async function readRoom(url: string, token: string) {
  const { body } = await call(url, "/api/v1/chat/oferta.10001", { token });
  const [room] = body["chats"] as [{ epoch: string; last_seq: number; messages: { message: string }[] }];
  return room;
}

async function lastBackup(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^cuplaj_last_backup_seconds (\S+)$/mu.exec(text)?.[1]);
}

test("[KEEP-1][KEEP-2][KEEP-2c][KEEP-3] a backup of a running server is restored elsewhere, under another epoch", async () => {
  const DATA_DIR = initialisedFolder("demo");
  const { url } = await startServerProcess({ DATA_DIR, DEMO: "1" });
  const token = await signIn(url, "ana");
  const { body } = await call(url, "/api/v1/publish/oferta.10001", { token, body: { message: "Înainte" } });
  const { seq } = body["message"] as { seq: number };
  const folder = temporaryFolder();
  const file = join(folder, "cuplaj.tar.zst");
  const beganMs = nowMs();
  const made = await cuplaj(["backup", file], DATA_DIR);
  expect([made.exitCode, made.stderr.split("\n")[0]]).toEqual([0, `Database: PostgreSQL of DATA_DIR ${DATA_DIR}`]);
  expect(made.stdout).toMatch(/^\S+ contains everything stored until \S+Z \(\d+(?:\.\d)? MB\)\.\n$/u);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual([basename(file)]);
  // Subtracts a second to allow for rounding.
  expect(await lastBackup(url)).toBeGreaterThan(beganMs / 1000 - 1);
  await call(url, "/api/v1/publish/oferta.10001", { token, body: { message: "După" } });
  const before = await readRoom(url, token);

  const restored = join(temporaryFolder(), "data");
  expect(await cuplaj(["restore", file], restored)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^Restored all .*; the server can start\.\n$/u),
  });
  expect(readdirSync(restored).toSorted()).toEqual(
    ["files", "lock", "postgres", "postgres-password", "postgres-superuser-password"].toSorted(),
  );
  expect(filesIn(join(restored, "files"))).toEqual(filesIn(join(DATA_DIR, "files")));
  const second = await startHere({ DATA_DIR: restored, DEMO: "1" });
  const room = await readRoom(second.url, token);
  expect(room.last_seq).toBe(seq);
  expect(room.messages.at(-1)?.message).toBe("Înainte");
  expect(room.epoch).not.toBe(before.epoch);
});

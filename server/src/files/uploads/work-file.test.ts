import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { endOfTick } from "../../kernel/clock.ts";
import { createDice } from "../../testing/dice.ts";
import { inWorkFolder, writeWorkFile } from "./work-file.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("[MSG-3] the file equals the source, with chunks of any length, some sharing one buffer", async () => {
  const dice = createDice(31);
  const sent = randomBytes(20 * 1024 * 1024);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < sent.length;) {
      const piece = sent.subarray(at, at + (dice(3) === 0 ? dice(700_000) : dice(70_000)));
      yield dice(2) === 0 ? Uint8Array.from(piece) : piece;
      at += piece.length;
    }
  }
  const path = join(folder, "whole");
  const file = await writeWorkFile(path, pieces());
  expect(file).toEqual({ path, bytes: sent.length, sha256: createHash("sha256").update(sent).digest() });
  expect(readFileSync(path).equals(sent)).toBe(true);
});

test("[PERF-10] the memory of written chunks is freed immediately, unless something else shares it", async () => {
  const shared = Buffer.alloc(200_000, 1);
  const chunks = [...Array.from({ length: 20 }, () => Buffer.alloc(65_536, 2)), shared.subarray(0, 100_000)];
  await writeWorkFile(join(folder, "freed"), Readable.from(chunks));
  expect(chunks.map(({ length }) => length)).toEqual([...Array<number>(20).fill(0), 100_000]);
  expect(shared.every((byte) => byte === 1)).toBe(true);
});

test("[MSG-3h] a broken source rejects and leaves nothing", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    for (let count = 0; count < 20; count += 1) yield Buffer.alloc(50_000);
    throw new Error("broken off");
  }
  const write = inWorkFolder(folder, (own) => writeWorkFile(join(own, "file"), broken()));
  await expect(write).rejects.toThrow("broken off");
  expect(readdirSync(folder).filter((name) => name.startsWith("upload-"))).toEqual([]);
});

test("[HTTP-1e] small chunks are written to disk in whole blocks", async () => {
  const path = join(folder, "small-pieces");
  const [block, piece] = [256 * 1024, 300];
  const early: string[] = [];
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let given = piece; given <= 300_000; given += piece) {
      yield Buffer.alloc(piece);
      await endOfTick();
      const { size } = statSync(path);
      // Until its end, the file must grow by whole blocks.
      if (size > given - (given % block)) early.push(`${size} of ${given}`);
    }
  }
  expect(await writeWorkFile(path, pieces())).toMatchObject({ bytes: 300_000 });
  expect(early).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { endOfTick } from "../../kernel/clock.ts";
import { blackPng } from "../../testing/hostile/hostile-file.ts";
import { photo, pictures, startMediaFiles } from "../../testing/media-files.ts";
import { FakeClock } from "../../testing/realtime/fake-clock.ts";
import type { FileOnDisk } from "./inspection.ts";

const [ana, mihai] = [1, 2];
const { folder, startMedia, stored, expectPreview } = startMediaFiles(ana);
const small = stored("small.jpg", await photo(60, 40).jpeg().toBuffer());
const endless: FileOnDisk = { path: join(folder, "endless"), bytes: 1, sha256: Buffer.alloc(32) };
execFileSync("mkfifo", [endless.path]);
const isAlive = (pid: number | null): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/^\d+ \(.*\) Z/u.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

/** Starts a process that has read one file; `pass` advances its clock once it has begun the next. */
async function startedMedia(limits: Parameters<typeof startMedia>[0]) {
  const clock = new FakeClock();
  const media = startMedia(limits, clock);
  await media.inspectFile(small, ana);
  const pass = async (ms: number): Promise<void> => {
    await endOfTick();
    clock.advance(ms);
  };
  return { media, pass };
}

describe("a picture", () => {
  test.each([pictures.jpeg, pictures.png, pictures.gif, pictures.avif])(
    "[MSG-3k] of %s, turned by %i, has its upright size, a WebP of at most 960 px and a small placeholder",
    (...picture) => expectPreview(...picture),
  );
});

test("[MSG-3r] a missing folder means retry and a full disk means no space; neither blames the file", async () => {
  const gone: FileOnDisk = { ...small, path: join(folder, "gone", "file") };
  expect(await startMedia().inspectFile(gone, ana)).toEqual({ ok: false, problem: "busy" });
  // Every write to this device fails with ENOSPC.
  const picture = stored("full.jpg", await photo(60, 40).jpeg().toBuffer());
  symlinkSync("/dev/full", `${picture.path}.preview`);
  expect(await startMedia().inspectFile(picture, ana)).toEqual({ ok: false, problem: "no_space" });
});

describe("the media process", () => {
  test("[MSG-3l] is killed when a file takes too long, and its successor reads the next", async () => {
    const { media, pass } = await startedMedia({ inspectMsMax: 1500 });
    const under = media.inspectFile(endless, ana);
    await pass(1499);
    expect(isAlive(media.pid())).toBe(true);
    await pass(1);
    expect(await under).toEqual({ ok: false, problem: "failed" });
    expect(await media.inspectFile(small, ana)).toMatchObject({ ok: true });
  });

  test("[MSG-3l] kills itself when a file takes too much memory, and its successor reads the next", async () => {
    const media = startMedia({ memoryBytesMax: 240 * 1024 * 1024 });
    await media.inspectFile(small, ana);
    const pid = media.pid();
    // An interlaced picture must be decoded as a whole.
    const large = blackPng({ width: 8000, height: 6000, bitDepth: 8, colour: 6, isInterlaced: true });
    expect(await media.inspectFile(stored("large.png", large), ana)).toEqual({ ok: false, problem: "failed" });
    expect(isAlive(pid)).toBe(false);
    expect(await media.inspectFile(small, ana)).toMatchObject({ ok: true });
  });

  test("[MSG-3l] fails only the file it was reading when it crashes", async () => {
    const media = startMedia();
    await media.inspectFile(small, ana);
    const [under, waiting] = [media.inspectFile(endless, ana), media.inspectFile(small, ana)];
    process.kill(media.pid() ?? 0, "SIGKILL");
    expect(await under).toEqual({ ok: false, problem: "failed" });
    expect(await waiting).toMatchObject({ ok: true });
  });

  test("[MSG-3o] is busy for a file beyond the limit of the queue", async () => {
    const { media, pass } = await startedMedia({ waitingMax: 2, inspectMsMax: 1500 });
    const all = [endless, small, small, small].map((file) => media.inspectFile(file, ana));
    await pass(1500);
    const found = (await Promise.all(all)).map((each) => (each.ok ? "read" : each.problem));
    expect(found).toEqual(["failed", "read", "read", "busy"]);
  });

  test("[SEC-5g] reads a person's only file before the further ones of an earlier person", async () => {
    const { media, pass } = await startedMedia({ inspectMsMax: 1500 });
    const read: string[] = [];
    const all = [endless, small, small].map((file) => media.inspectFile(file, ana).then(() => read.push("ana")));
    all.push(media.inspectFile(small, mihai).then(() => read.push("mihai")));
    await pass(1500);
    await Promise.all(all);
    expect(read).toEqual(["ana", "mihai", "ana", "ana"]);
  });

  test("[MSG-3o] is busy for a file that waited too long", async () => {
    const { media, pass } = await startedMedia({ waitMsMax: 50 });
    const [under, waiting] = [media.inspectFile(endless, ana), media.inspectFile(small, ana)];
    await pass(50);
    expect(await waiting).toEqual({ ok: false, problem: "busy" });
    await media.stop();
    expect(await under).toEqual({ ok: false, problem: "busy" });
  });

  test("[MSG-3o] that does not start in time is busy, also for queued files", async () => {
    const clock = new FakeClock();
    const media = startMedia({ startMsMax: 1 }, clock);
    for (const asked of [media.inspectFile(small, ana), media.inspectFile(small, ana)]) {
      await endOfTick();
      clock.advance(1);
      expect(await asked).toEqual({ ok: false, problem: "busy" });
    }
  });

  test("[MSG-3l] ends after a while without files", async () => {
    const { media, pass } = await startedMedia({ idleMsMax: 50 });
    const pid = media.pid();
    await pass(50);
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await media.inspectFile(small, ana)).toMatchObject({ ok: true });
  });

  test("[MSG-3l] ends with the server, and its current file becomes busy", async () => {
    const media = startMedia();
    await media.inspectFile(small, ana);
    const pid = media.pid();
    const under = media.inspectFile(endless, ana);
    await media.stop();
    expect(await under).toEqual({ ok: false, problem: "busy" });
    expect(isAlive(pid)).toBe(false);
    expect(await media.inspectFile(small, ana)).toEqual({ ok: false, problem: "busy" });
  });
});

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { blackPng } from "../testing/hostile/hostile-file.ts";
import { videoFile } from "@cuplaj/media/testing/iso-files.ts";
import type { FileOnDisk, InspectedFile } from "./inspection.ts";
import { createMediaProcess } from "./media-process.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-media-"));
afterAll(() => rmSync(folder, { recursive: true }));

const started: ReturnType<typeof createMediaProcess>[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((media) => media.stop()));
});

function startMedia(limits: NonNullable<Parameters<typeof createMediaProcess>[0]["limits"]> = {}) {
  const media = createMediaProcess({ clock: systemClock, log: silentLog, limits });
  started.push(media);
  return media;
}

function stored(name: string, content: Buffer): FileOnDisk {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, bytes: content.length, sha256: createHash("sha256").update(content).digest() };
}

const noise = { type: "gaussian", mean: 120, sigma: 40 } as const;
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#884422", noise } });
const small = stored("small.jpg", await photo(60, 40).jpeg().toBuffer());
const [ana, mihai] = [1, 2];
/** Whoever opens it waits for ever. */
const endless: FileOnDisk = { path: join(folder, "endless"), bytes: 1, sha256: Buffer.alloc(32) };
execFileSync("mkfifo", [endless.path]);
const isAlive = (pid: number | null): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/^\d+ \(.*\) Z/u.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

/** One for all files that have no problem. */
const usual = createMediaProcess({ clock: systemClock, log: silentLog });
afterAll(() => usual.stop());

/** What was found in a file; none has a problem here. */
async function inspected(file: FileOnDisk): Promise<InspectedFile> {
  const inspection = await usual.inspectFile(file, ana);
  if (!inspection.ok) throw new Error(inspection.problem);
  return inspection.value;
}

const wide = { width: 1200, height: 700, previewWidth: 960, previewHeight: 560 };
const high = { width: 700, height: 1200, previewWidth: 560, previewHeight: 960 };

describe("a picture", () => {
  test.each([
    ["jpeg", 1, {}, wide],
    ["jpeg", 6, {}, high],
    ["png", 1, {}, wide],
    ["webp", 8, {}, high],
    ["gif", 1, { effort: 1 }, wide],
    ["avif", 1, { effort: 0 }, wide],
  ] as const)(
    "[MSG-3k] of %s, turned by %i, has its size upright, a WebP of at most 960 px and a small placeholder",
    async (format, orientation, options, size) => {
      const turned = photo(1200, 700).withMetadata({ orientation }).toFormat(format, options);
      const { mime, width, height, placeholder, preview } = await inspected(stored("photo", await turned.toBuffer()));
      expect({ mime, width, height }).toEqual({ mime: `image/${format}`, width: size.width, height: size.height });
      expect(placeholder?.toString("base64").length).toBeLessThan(100);
      const bytes = readFileSync(preview?.path ?? "");
      expect(bytes.length).toBe(preview?.bytes);
      const made = await sharp(bytes).metadata();
      expect(made).toMatchObject({ format: "webp", width: size.previewWidth, height: size.previewHeight });
      expect([made.exif, made.xmp, made.orientation]).toEqual([undefined, undefined, undefined]);
    },
  );

  test("[MSG-3k] smaller than its preview may be is not made larger", async () => {
    const { preview } = await inspected(small);
    expect(await sharp(readFileSync(preview?.path ?? "")).metadata()).toMatchObject({ width: 60, height: 40 });
  });

  test("[MSG-3i] is stored without its place, under the sum of what is stored", async () => {
    const exif = { IFD0: { Make: "Popescu-Phone-X" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "46/1 46/1 12/1" } };
    const given = stored("gps.jpg", await photo(60, 40).withExif(exif).jpeg().toBuffer());
    const { path, sha256 } = (await inspected(given)).file;
    const bytes = readFileSync(path);
    expect(readFileSync(given.path).includes("Popescu-Phone-X")).toBe(true);
    expect(bytes.includes("Popescu-Phone-X")).toBe(false);
    expect(sha256).toEqual(createHash("sha256").update(bytes).digest());
    expect(sha256).not.toEqual(given.sha256);
  });

  test("[MSG-3i] with nothing to remove is stored as it came", async () => {
    expect(await inspected(small)).toMatchObject({ file: small });
  });
});

test("[MSG-3k] a video has its size upright, and no preview", async () => {
  const video = videoFile({ brand: "isom", width: 640, height: 360, isTurned: true, location: "SecretPlace" });
  const found = await inspected(stored("film.mp4", Buffer.from(video)));
  expect(found).toMatchObject({ mime: "video/mp4", width: 360, height: 640, preview: null, placeholder: null });
  expect(readFileSync(found.file.path).includes("SecretPlace")).toBe(false);
});

test("[MSG-3r] a file in a folder that is gone is for later, on a full disk there is no room, and neither says that it is bad", async () => {
  const gone: FileOnDisk = { ...small, path: join(folder, "gone", "file") };
  expect(await startMedia().inspectFile(gone, ana)).toEqual({ ok: false, problem: "busy" });
  // Whoever writes to this device finds it full.
  const picture = stored("full.jpg", await photo(60, 40).jpeg().toBuffer());
  symlinkSync("/dev/full", `${picture.path}.preview`);
  expect(await startMedia().inspectFile(picture, ana)).toEqual({ ok: false, problem: "no_space" });
});

describe("the media process", () => {
  test("[MSG-3l] starts with the first file, knows nothing of this process's environment, and is used again", async () => {
    const media = startMedia();
    expect(media.pid()).toBeNull();
    await media.inspectFile(small, ana);
    const pid = media.pid();
    expect(readFileSync(`/proc/${pid}/environ`, "utf8").replaceAll(/NODE_CHANNEL_[A-Z_]+=[a-z0-9]+\0/gu, "")).toBe("");
    expect(await media.inspectFile(small, ana)).toMatchObject({ ok: true });
    expect(media.pid()).toBe(pid);
  });

  test("[MSG-3l] is killed where a file takes too long, and the next one is read by another", async () => {
    const media = startMedia({ inspectMsMax: 1500 });
    expect(await media.inspectFile(endless, ana)).toEqual({ ok: false, problem: "failed" });
    expect(await media.inspectFile(small, ana)).toMatchObject({ ok: true });
  });

  test("[MSG-3l] ends itself where a file takes too much memory, and the next one is read by another", async () => {
    const media = startMedia({ memoryBytesMax: 240 * 1024 * 1024 });
    await media.inspectFile(small, ana);
    const pid = media.pid();
    // All of an interlaced picture's pixels are needed at once.
    const large = blackPng({ width: 8000, height: 6000, bitDepth: 8, colour: 6, isInterlaced: true });
    expect(await media.inspectFile(stored("large.png", large), ana)).toEqual({ ok: false, problem: "failed" });
    expect(isAlive(pid)).toBe(false);
    expect(await media.inspectFile(small, ana)).toMatchObject({ ok: true });
  });

  test("[MSG-3l] that crashes fails the file it reads alone", async () => {
    const media = startMedia();
    await media.inspectFile(small, ana);
    const [under, waiting] = [media.inspectFile(endless, ana), media.inspectFile(small, ana)];
    process.kill(media.pid() ?? 0, "SIGKILL");
    expect(await under).toEqual({ ok: false, problem: "failed" });
    expect(await waiting).toMatchObject({ ok: true });
  });

  test("[MSG-3o] is busy for a file that comes when so many wait already", async () => {
    const media = startMedia({ waitingMax: 2, inspectMsMax: 1500 });
    await media.inspectFile(small, ana);
    const all = await Promise.all([endless, small, small, small].map((file) => media.inspectFile(file, ana)));
    expect(all.map((each) => (each.ok ? "read" : each.problem))).toEqual(["failed", "read", "read", "busy"]);
  });

  test("[SEC-5g] reads a person's one file before the further ones of somebody who came earlier", async () => {
    const media = startMedia({ inspectMsMax: 1500 });
    await media.inspectFile(small, ana);
    const read: string[] = [];
    const all = [endless, small, small].map((file) => media.inspectFile(file, ana).then(() => read.push("ana")));
    await Promise.all([...all, media.inspectFile(small, mihai).then(() => read.push("mihai"))]);
    expect(read).toEqual(["ana", "mihai", "ana", "ana"]);
  });

  test("[MSG-3o] is busy for a file that waited too long", async () => {
    const media = startMedia({ waitMsMax: 50 });
    await media.inspectFile(small, ana);
    const under = media.inspectFile(endless, ana);
    expect(await media.inspectFile(small, ana)).toEqual({ ok: false, problem: "busy" });
    await media.stop();
    expect(await under).toEqual({ ok: false, problem: "busy" });
  });

  test("[MSG-3o] that does not start in time is busy, also for whoever waits", async () => {
    const media = startMedia({ startMsMax: 1 });
    const both = await Promise.all([media.inspectFile(small, ana), media.inspectFile(small, ana)]);
    expect(both).toEqual([
      { ok: false, problem: "busy" },
      { ok: false, problem: "busy" },
    ]);
  });

  test("[MSG-3l] ends when nothing comes for a while", async () => {
    const media = startMedia({ idleMsMax: 50 });
    await media.inspectFile(small, ana);
    const pid = media.pid();
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await media.inspectFile(small, ana)).toMatchObject({ ok: true });
  });

  test("[MSG-3l] ends with the server, and what is under way is busy", async () => {
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

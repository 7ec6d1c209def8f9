import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, expect } from "vitest";
import { silentLog } from "../kernel/log.ts";
import type { FileOnDisk, InspectedFile } from "../files/inspection/inspection.ts";
import { createMediaProcess } from "../files/inspection/media-process.ts";
import { FakeClock } from "./realtime/fake-clock.ts";

type MediaLimits = NonNullable<Parameters<typeof createMediaProcess>[0]["limits"]>;

const noise = { type: "gaussian", mean: 120, sigma: 40 } as const;

export const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#884422", noise } });

/** Expected sizes of a photo of 1,200 by 700 pixels, unrotated and turned upright. */
const wide = { width: 1200, height: 700, previewWidth: 960, previewHeight: 560 };
const high = { width: 700, height: 1200, previewWidth: 560, previewHeight: 960 };
/** Format, EXIF orientation, encoder options and expected sizes. */
export const pictures = {
  jpeg: ["jpeg", 1, {}, wide],
  turnedJpeg: ["jpeg", 6, {}, high],
  png: ["png", 1, {}, wide],
  webp: ["webp", 8, {}, high],
  gif: ["gif", 1, { effort: 1 }, wide],
  avif: ["avif", 1, { effort: 0 }, wide],
} as const;
type Format = (typeof pictures)[keyof typeof pictures][0];

/** Starts media processes for the tests of a file, and makes a folder for their input; their time limits never expire. */
export function startMediaFiles(ana: number) {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-media-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const started: ReturnType<typeof createMediaProcess>[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((media) => media.stop()));
  });
  const usual = createMediaProcess({ clock: new FakeClock(), log: silentLog });
  afterAll(() => usual.stop());

  function startMedia(limits: MediaLimits = {}, clock = new FakeClock()) {
    const media = createMediaProcess({ clock, log: silentLog, limits });
    started.push(media);
    return media;
  }

  function stored(name: string, content: Buffer): FileOnDisk {
    const path = join(folder, name);
    writeFileSync(path, content);
    return { path, bytes: content.length, sha256: createHash("sha256").update(content).digest() };
  }

  async function inspected(file: FileOnDisk): Promise<InspectedFile> {
    const inspection = await usual.inspectFile(file, ana);
    if (!inspection.ok) throw new Error(inspection.problem);
    return inspection.value;
  }

  async function expectPreview(format: Format, orientation: number, options: object, size: typeof wide): Promise<void> {
    const turned = photo(1200, 700).withMetadata({ orientation }).toFormat(format, options);
    const { mime, width, height, placeholder, preview } = await inspected(stored("photo", await turned.toBuffer()));
    expect({ mime, width, height }).toEqual({ mime: `image/${format}`, width: size.width, height: size.height });
    expect(placeholder?.toString("base64").length).toBeLessThan(100);
    const bytes = readFileSync(preview?.path ?? "");
    expect(bytes.length).toBe(preview?.bytes);
    const made = await sharp(bytes).metadata();
    expect(made).toMatchObject({ format: "webp", width: size.previewWidth, height: size.previewHeight });
    expect([made.exif, made.xmp, made.orientation]).toEqual([undefined, undefined, undefined]);
  }

  return { folder, startMedia, stored, inspected, expectPreview };
}

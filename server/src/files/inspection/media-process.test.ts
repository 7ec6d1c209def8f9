import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { videoFile } from "@cuplaj/media/testing/iso-files.ts";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { photo, pictures, startMediaFiles } from "../../testing/media-files.ts";

const ana = 1;
const { startMedia, stored, inspected, expectPreview } = startMediaFiles(ana);
const small = stored("small.jpg", await photo(60, 40).jpeg().toBuffer());

describe("a picture", () => {
  test.each([pictures.turnedJpeg, pictures.webp])(
    "[MSG-3k] of %s, turned by %i, has its upright size, a WebP of at most 960 px and a small placeholder",
    (...picture) => expectPreview(...picture),
  );

  test("[MSG-3k] smaller than its preview's limit is not enlarged", async () => {
    const { preview } = await inspected(small);
    expect(await sharp(readFileSync(preview?.path ?? "")).metadata()).toMatchObject({ width: 60, height: 40 });
  });

  test("[MSG-3i] is stored without its location, under the hash of what is stored", async () => {
    const exif = { IFD0: { Make: "Popescu-Phone-X" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "46/1 46/1 12/1" } };
    const given = stored("gps.jpg", await photo(60, 40).withExif(exif).jpeg().toBuffer());
    const { path, sha256 } = (await inspected(given)).file;
    const bytes = readFileSync(path);
    expect(readFileSync(given.path).includes("Popescu-Phone-X")).toBe(true);
    expect(bytes.includes("Popescu-Phone-X")).toBe(false);
    expect(sha256).toEqual(createHash("sha256").update(bytes).digest());
    expect(sha256).not.toEqual(given.sha256);
  });

  test("[MSG-3i] without personal data is stored unchanged", async () => {
    expect(await inspected(small)).toMatchObject({ file: small });
  });
});

test("[MSG-3k] a video has its upright size, and no preview", async () => {
  const video = videoFile({ brand: "isom", width: 640, height: 360, isTurned: true, location: "SecretPlace" });
  const found = await inspected(stored("film.mp4", Buffer.from(video)));
  expect(found).toMatchObject({ mime: "video/mp4", width: 360, height: 640, preview: null, placeholder: null });
  expect(readFileSync(found.file.path).includes("SecretPlace")).toBe(false);
});

test("[MSG-3l] the media process starts with the first file, gets none of this process's environment, and is reused", async () => {
  const media = startMedia();
  expect(media.pid()).toBeNull();
  await media.inspectFile(small, ana);
  const pid = media.pid();
  expect(readFileSync(`/proc/${pid}/environ`, "utf8").replaceAll(/NODE_CHANNEL_[A-Z_]+=[a-z0-9]+\0/gu, "")).toBe("");
  expect(await media.inspectFile(small, ana)).toMatchObject({ ok: true });
  expect(media.pid()).toBe(pid);
});

import { describe, expect, test } from "vitest";
import { mediaTypeOf } from "./media-type.ts";
import { isoPixelSize } from "./pixel-size.ts";
import { box, heicFile, u32, videoFile } from "./testing/iso-files.ts";

const brand = (major: string, ...others: readonly string[]) => box("ftyp", major, u32(0), ...others);

describe("mediaTypeOf", () => {
  test.each([
    [Buffer.from([0xff, 0xd8, 0xff, 0xe1]), "image/jpeg"],
    [Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), "image/png"],
    [Buffer.from("GIF89a"), "image/gif"],
    [Buffer.from("GIF87a"), "image/gif"],
    [Buffer.from("RIFF....WEBPVP8 "), "image/webp"],
    [brand("heic"), "image/heic"],
    [brand("mif1", "miaf", "heic"), "image/heic"],
    [brand("mif1", "miaf", "avif"), "image/avif"],
    [brand("avis"), "image/avif"],
    [brand("isom", "avc1"), "video/mp4"],
    [brand("qt  "), "video/quicktime"],
    [box("moov"), "video/quicktime"],
    [brand("3gp5"), "video/3gpp"],
    [brand("M4A "), "audio/mp4"],
    [brand("crx "), null],
    [Buffer.from("RIFF....WAVEfmt "), null],
    [Buffer.from("GIF88a"), null],
    [Buffer.from("<svg>"), null],
    [new Uint8Array(), null],
  ])("[MSG-3j] detects types by the first bytes only: %#", (head, type) => {
    expect(mediaTypeOf(head)).toBe(type);
  });
});

describe("isoPixelSize", () => {
  test.each([
    [0, { width: 40, height: 30 }],
    [1, { width: 30, height: 40 }],
    [2, { width: 40, height: 30 }],
  ])("[MSG-3k] returns the upright size of a HEIC turned %i times", (turns, size) => {
    expect(isoPixelSize(heicFile({ exif: "", xmp: "", width: 40, height: 30, turns }))).toEqual(size);
  });

  test.each([
    [false, { width: 64, height: 48 }],
    [true, { width: 48, height: 64 }],
  ])("[MSG-3k] returns the upright size of a video (turned: %s)", (isTurned, size) => {
    expect(isoPixelSize(videoFile({ brand: "isom", width: 64, height: 48, isTurned, location: "x" }))).toEqual(size);
  });

  test("[MSG-3k] returns null for files it cannot parse", () => {
    expect(isoPixelSize(Buffer.from("\0\0\0\x04moov"))).toBeNull();
    expect(isoPixelSize(new Uint8Array())).toBeNull();
  });
});

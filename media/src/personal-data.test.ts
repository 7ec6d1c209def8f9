import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { mediaTypeOf } from "./media-type.ts";
import { withoutPersonalData } from "./personal-data.ts";
import { heicFile, videoFile } from "./testing/iso-files.ts";

const secrets = ["Popescu-Phone-X", "46/1 46/1 12/1", "Ion Popescu", "SecretPlace", "hidden tail"];

async function photo(format: "jpeg" | "png" | "webp", orientation: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 120, sigma: 40 } as const;
  const pixels = sharp({ create: { width: 90, height: 60, channels: 3, background: "#b04030", noise } });
  return pixels
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretPlace</x:xmpmeta>`)
    .withIccProfile("p3")
    .withExif({
      IFD0: { Make: "Popescu-Phone-X", Artist: "Ion Popescu" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "46/1 46/1 12/1" },
    })
    .withMetadata({ orientation })
    .toFormat(format, { quality: 90 })
    .toBuffer();
}

const upright = (bytes: Uint8Array) => sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });

function expectNoSecrets(bytes: Uint8Array): void {
  expect(secrets.filter((secret) => Buffer.from(bytes).includes(secret))).toEqual([]);
}

function cleaned(bytes: Uint8Array): Uint8Array {
  const given = new Uint8Array(bytes);
  const clean = withoutPersonalData(bytes);
  expectSame(bytes, given);
  if (clean === "broken") throw new Error("it is broken");
  return clean;
}

function expectSame(bytes: Uint8Array, expected: Uint8Array): void {
  expect(Buffer.compare(bytes, expected)).toBe(0);
}

const before = (bytes: Buffer, at: number, ...parts: readonly Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);

const firstSegmentEnd = (jpeg: Buffer): number => 4 + jpeg.readUInt16BE(4);

describe("withoutPersonalData", () => {
  describe.each(["jpeg", "png", "webp"] as const)("a %s", (format) => {
    test.each([1, 3, 6, 8])(
      "[MSG-3i] with orientation %i loses place, device and author and looks the same",
      async (orientation) => {
        const given = await photo(format, orientation);
        expect(given.includes("Popescu-Phone-X")).toBe(true);
        expect((await sharp(given).metadata()).orientation).toBe(orientation);
        const clean = cleaned(given);
        expectNoSecrets(clean);
        const [was, is] = [await upright(given), await upright(clean)];
        expect(is.info).toEqual(was.info);
        expect(is.data.equals(was.data)).toBe(true);
        const { icc, exif, xmp } = await sharp(clean).metadata();
        expect(icc).toEqual((await sharp(given).metadata()).icc);
        expect(xmp).toBeUndefined();
        if (orientation === 1) expect(exif).toBeUndefined();
      },
    );

    test("[MSG-3i] that is already clean is returned unchanged", async () => {
      const clean = cleaned(await photo(format, 6));
      expect(withoutPersonalData(clean)).toBe(clean);
    });

    test("[MSG-3i] loses trailing data", async () => {
      const clean = cleaned(await photo(format, 1));
      expectSame(cleaned(Buffer.concat([clean, Buffer.from("hidden tail")])), clean);
    });

    test("[MSG-3i] that is truncated is broken or cleaned", async () => {
      const given = await photo(format, 6);
      for (let length = 12; length < given.length; length += 97) {
        const part = given.subarray(0, length);
        const clean = withoutPersonalData(part);
        if (clean !== "broken") expectNoSecrets(clean);
      }
      // JPEG decoders fill in missing data.
      expect(withoutPersonalData(given.subarray(0, given.length / 2)) === "broken").toBe(format !== "jpeg");
    });
  });

  test("[MSG-3i] a JPEG loses comments, IPTC, further pictures and thumbnails", async () => {
    const clean = Buffer.from(cleaned(await photo("jpeg", 1)));
    const segment = (code: number, text: string) =>
      Buffer.concat([Buffer.from([0xff, code, 0, text.length + 2]), Buffer.from(text, "latin1")]);
    const more = [0xfe, 0xed, 0xe2, 0xe4, 0xef].map((code) => segment(code, "MPF\0SecretPlace"));
    const thumbnail = segment(0xe0, "JFXX\0\x10SecretPlace");
    expectSame(cleaned(before(clean, firstSegmentEnd(clean), thumbnail, ...more)), clean);
  });

  test("[MSG-3m] a JPEG without its end marker is cleaned, and one without data is broken", async () => {
    const given = await photo("jpeg", 1);
    expectSame(cleaned(given.subarray(0, -2)), cleaned(given).subarray(0, -2));
    const dataAt = given.indexOf(Buffer.from([0xff, 0xda]));
    expect(withoutPersonalData(given.subarray(0, dataAt))).toBe("broken");
  });

  test("[MSG-3i] a JPEG loses garbage between its segments", async () => {
    const clean = Buffer.from(cleaned(await photo("jpeg", 1)));
    expectSame(cleaned(before(clean, firstSegmentEnd(clean), Buffer.from("hidden tail"))), clean);
  });

  test("[MSG-3i] a PNG loses texts, time and unknown chunks", async () => {
    const clean = Buffer.from(cleaned(await photo("png", 1)));
    const chunk = (type: string) => Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from(`${type}SecretPlaceCRC!`)]);
    const more = ["tEXt", "zTXt", "iTXt", "tIME", "prVt"].map(chunk);
    expectSame(cleaned(before(clean, 33, ...more)), clean);
    expect(withoutPersonalData(before(clean, 33, chunk("PRVT")))).toBe("broken");
  });

  test("[MSG-3i] an animated GIF loses comments and XMP and still plays", async () => {
    const frames = Buffer.alloc(20 * 60 * 3, 7).map((_, index) => (index * 31) % 251);
    const raw = { width: 20, height: 60, channels: 3, pageHeight: 20 } as const;
    const gif = await sharp(frames, { raw })
      .gif({ loop: 3, delay: [100, 200, 300] })
      .toBuffer();
    const tableEnd = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) * ((gif[10] ?? 0) >> 7);
    const comment = Buffer.from("\x21\xfe\x0bSecretPlace\0", "latin1");
    const xmp = Buffer.from("\x21\xff\x0bXMP DataXMP\x0bSecretPlace\0", "latin1");
    const clean = cleaned(before(gif, tableEnd, comment, xmp));
    expectSame(clean, gif);
    const { pages, loop, delay } = await sharp(clean, { animated: true }).metadata();
    expect({ pages, loop, delay }).toEqual({ pages: 3, loop: 3, delay: [100, 200, 300] });
  });

  test("[MSG-3i] a HEIC loses EXIF and XMP in place and keeps its picture", () => {
    const given = heicFile({ exif: "Ion Popescu", xmp: "SecretPlace", width: 40, height: 30, turns: 0 });
    const clean = cleaned(given);
    expectNoSecrets(clean);
    expect(clean.length).toBe(given.length);
    expect(Buffer.from(clean).includes("PICTURE-BYTES")).toBe(true);
    expect(cleaned(clean)).toBe(clean);
  });

  test("[MSG-3i] an AVIF decodes to the same pixels", async () => {
    const given = await sharp(await photo("png", 1))
      .avif()
      .toBuffer();
    const [was, is] = [await upright(given), await upright(cleaned(given))];
    expect(is.data.equals(was.data)).toBe(true);
  });

  test.each(["isom", "qt  ", "3gp4", "M4A "])("[MSG-3i] a %s video loses place, time and descriptions", (brand) => {
    const given = videoFile({ brand, width: 64, height: 48, isTurned: false, location: "SecretPlace" });
    const clean = cleaned(given);
    expectNoSecrets(clean);
    expect(Buffer.from(clean).includes(Buffer.from([0xda, 0x5e, 0x5e]))).toBe(false);
    expect(clean.length).toBe(given.length);
    expect(Buffer.from(clean).includes("FRAME-BYTES")).toBe(true);
    expect(cleaned(clean)).toBe(clean);
  });

  test("[MSG-3i] a truncated video keeps its length", () => {
    const type = videoFile({ brand: "isom", width: 64, height: 48, isTurned: false, location: "SecretPlace" });
    const cut = type.subarray(0, type.length - 40);
    expect(cleaned(cut).length).toBe(cut.length);
  });

  test("[MSG-3i] leaves other types unchanged", () => {
    const bytes = Buffer.from("%PDF-1.7 Ion Popescu");
    expect(withoutPersonalData(bytes)).toBe(bytes);
  });
});

describe("withoutPersonalData of hostile bytes", () => {
  const heads = [
    [0xff, 0xd8, 0xff],
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [...Buffer.from("GIF89a")],
    [...Buffer.from("RIFF\x20\0\0\0WEBPVP8X")],
    [0, 0, 0, 16, ...Buffer.from("ftypheic")],
    [0, 0, 0, 16, ...Buffer.from("ftypisom")],
  ];

  test("[MSG-3i] cleans or rejects random bytes after any header, idempotently", () => {
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 300 }), (head, rest) => {
        expectStable(Uint8Array.from([...head, ...rest]));
      }),
    );
  });

  test("[MSG-3i] cleans or rejects real files with bytes changed, removed or inserted", async () => {
    const film = { location: "SecretPlace", width: 64, height: 48, isTurned: true };
    const files = [
      ...(await Promise.all((["jpeg", "png", "webp"] as const).map((format) => photo(format, 6)))),
      await sharp(await photo("png", 1))
        .avif()
        .toBuffer(),
      await sharp(await photo("png", 1))
        .gif()
        .toBuffer(),
      heicFile({ exif: "Ion Popescu", xmp: "SecretPlace", width: 40, height: 30, turns: 1 }),
      videoFile({ brand: "isom", ...film }),
    ];
    const change = fc.record({ at: fc.nat(2000), cut: fc.nat(8), put: fc.uint8Array({ maxLength: 8 }) });
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 5 }), (file, changes) => {
        let bytes = Buffer.from(file);
        for (const { at, cut, put } of changes) {
          bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)]);
        }
        expectStable(bytes);
      }),
    );
  });
});

function expectStable(bytes: Uint8Array): void {
  const clean = withoutPersonalData(bytes);
  if (clean === "broken") return;
  expect(clean.length).toBeLessThanOrEqual(bytes.length + 64);
  expect(mediaTypeOf(clean)).toBe(mediaTypeOf(bytes));
  const again = withoutPersonalData(clean);
  if (again === "broken") throw new Error("what was cleaned is broken");
  expectSame(again, clean);
}

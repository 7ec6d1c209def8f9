import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { blackPng, type HostileFile, pngChunk, pngHead, pngSignature, zipFile } from "./hostile-file.ts";
import { heldPictures } from "./held-pictures.ts";
import { at, frameHead, over, photo, size } from "./picture-bytes.ts";

const script = "<script>alert(document.domain)</script>";
/** Makes an animation of `count` frames of one pixel. */
async function frames(format: "gif" | "webp", count: number): Promise<Buffer> {
  const pixels = Buffer.alloc(count * 3, 0).map((_, index) => (index * 37) % 256);
  const raw = { width: 1, height: count, channels: 3, pageHeight: 1 } as const;
  return sharp(pixels, { raw, limitInputPixels: false })
    .toFormat(format, { delay: Array(count).fill(20) })
    .toBuffer();
}

const textSegment = (code: number, content: string) =>
  Buffer.concat([Buffer.from([0xff, code, 0, content.length + 2]), Buffer.from(content)]);

function manyFramesPng(count: number): Buffer {
  const control = (sequence: number) => {
    const data = Buffer.alloc(26);
    data.writeUInt32BE(sequence);
    data.writeUInt32BE(1, 4);
    data.writeUInt32BE(1, 8);
    return pngChunk("fcTL", data);
  };
  const pixel = deflateSync(Buffer.from([0, 0, 0, 0, 255]));
  const number = (value: number) => Buffer.from([0, 0, value >> 8, value & 0xff]);
  const later = Array.from({ length: count - 1 }, (_, index) => [
    control(index * 2 + 1),
    pngChunk("fdAT", Buffer.concat([number(index * 2 + 2), pixel])),
  ]).flat();
  const head = pngHead({ width: 1, height: 1, bitDepth: 8, colour: 6 });
  const begin = [pngSignature, head, pngChunk("acTL", Buffer.concat([number(count), number(0)])), control(0)];
  return Buffer.concat([...begin, pngChunk("IDAT", pixel), ...later, pngChunk("IEND", Buffer.alloc(0))]);
}

const bombs: readonly HostileFile[] = [
  [
    "a PNG of 30,000 by 30,000",
    () => blackPng({ width: 30_000, height: 30_000, bitDepth: 1, colour: 0 }),
    "too_many_pixels",
  ],
  [
    "a PNG one row beyond the limit",
    () => blackPng({ width: 10_000, height: 10_001, bitDepth: 1, colour: 0 }),
    "too_many_pixels",
  ],
  [
    "a PNG right at the limit",
    () => blackPng({ width: 10_000, height: 10_000, bitDepth: 1, colour: 0 }),
    { mime: "image/png", width: 10_000, height: 10_000 },
  ],
  [
    "a PNG of 16 bits a colour that unfolds to 800 MB",
    () => over(blackPng({ width: 9, height: 9, bitDepth: 16, colour: 6 }), 16, [0, 0, 0x27, 0x0f, 0, 0, 0x27, 0x0f]),
    "too_many_pixels",
  ],
  [
    "a PNG wider than numbers go",
    () =>
      over(blackPng({ width: 9, height: 9, bitDepth: 8, colour: 6 }), 16, [0x7f, 255, 255, 255, 0x7f, 255, 255, 255]),
    "unreadable",
  ],
  [
    "a PNG whose colours unfold to 100 MB",
    async () =>
      at(
        await photo("png"),
        33,
        pngChunk("iCCP", Buffer.concat([Buffer.from("x\0\0"), deflateSync(Buffer.alloc(100_000_000))])),
      ),
    { mime: "image/png", ...size },
  ],
  [
    "a PNG whose text unfolds to 100 MB",
    async () =>
      at(
        await photo("png"),
        33,
        pngChunk("zTXt", Buffer.concat([Buffer.from("x\0\0"), deflateSync(Buffer.alloc(100_000_000))])),
      ),
    { mime: "image/png", ...size },
  ],
  [
    "a JPEG that says it is 65,500 by 65,500",
    async () => {
      const jpeg = await photo("jpeg");
      return over(jpeg, frameHead(jpeg) + 5, [0xff, 0xdc, 0xff, 0xdc]);
    },
    "too_many_pixels",
  ],
  [
    "a GIF that says it is 60,000 by 60,000",
    async () => over(await photo("gif"), 6, [0x60, 0xea, 0x60, 0xea]),
    "too_many_pixels",
  ],
  [
    "a WebP that says it is 16,384 by 16,384",
    async () => {
      const webp = await photo("webp");
      return Buffer.concat([
        webp.subarray(0, 12),
        Buffer.from("VP8X\x0a\0\0\0\0\0\0\0\xff\x3f\0\xff\x3f\0", "latin1"),
        webp.subarray(12),
      ]);
    },
    "unreadable",
  ],
  [
    "an AVIF that says it is 65,535 wide",
    async () => {
      const avif = await photo("avif");
      return over(avif, avif.indexOf("ispe") + 8, [0, 0, 255, 255]);
    },
    "unreadable",
  ],
  ["a GIF of 4,000 frames", () => frames("gif", 4000), { mime: "image/gif", width: 1, height: 1 }],
  ["a WebP of 1,000 frames", () => frames("webp", 1000), { mime: "image/webp", width: 1, height: 1 }],
  ["a PNG of 3,000 frames", () => manyFramesPng(3000), { mime: "image/png", width: 1, height: 1 }],
  [
    "a JPEG of thousands of scans",
    async () => {
      const jpeg = await sharp(await photo("png"))
        .jpeg({ progressive: true })
        .toBuffer();
      const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
      return at(jpeg, jpeg.length - 2, ...Array<Buffer>(5000).fill(scan));
    },
    "unreadable",
  ],
].map(([title, make, expected]) => ({ title, name: "poza.jpg", make, expected }) as HostileFile);

/** Pictures and videos that are truncated, or whose parts contradict each other. */
const broken: readonly HostileFile[] = [
  ...(["jpeg", "png", "webp", "gif", "avif"] as const).map((format): HostileFile => ({
    title: `half a picture: ${format}`,
    name: `poza.${format}`,
    make: async () => {
      const whole = await photo(format);
      return whole.subarray(0, whole.length / 2);
    },
    expected: "unreadable",
  })),
  [
    "a JPEG without its last marker",
    async () => (await photo("jpeg")).subarray(0, -2),
    { mime: "image/jpeg", ...size },
  ],
  ["a JPEG without its last byte", async () => (await photo("jpeg")).subarray(0, -1), { mime: "image/jpeg", ...size }],
  ["a JPEG without its last pixels", async () => (await photo("jpeg")).subarray(0, -30), "unreadable"],
  ["the head of a JPEG alone", () => Buffer.from([0xff, 0xd8, 0xff]), "unreadable"],
  ["the head of a PNG alone", () => pngSignature, "unreadable"],
  [
    "the head of a video alone",
    () => Buffer.from("\0\0\0\x10ftypisom\0\0\0\0"),
    { mime: "video/mp4", width: null, height: null },
  ],
  ["a JPEG whose part has no length", async () => over(await photo("jpeg"), 4, [0, 0]), "unreadable"],
  [
    "a PNG whose part is longer than the file",
    async () => over(await photo("png"), 33, [0xff, 0xff, 0xff, 0xff]),
    "unreadable",
  ],
  [
    "a PNG with wrong sums",
    async () => {
      const png = await photo("png");
      return over(png, png.indexOf("IDAT") + 20, [1, 2, 3, 4, 5, 6]);
    },
    "unreadable",
  ],
  [
    "a PNG without height",
    () => over(blackPng({ width: 9, height: 9, bitDepth: 8, colour: 6 }), 20, [0, 0, 0, 0]),
    "unreadable",
  ],
  ["a WebP shorter than it says", async () => over(await photo("webp"), 4, [255, 255, 255, 0]), "unreadable"],
  [
    "a video whose boxes have no end",
    () => Buffer.from("\0\0\0\x10ftypisom\0\0\0\0\0\0\0\x04moov", "latin1"),
    "unreadable",
  ],
  ["a HEIC without its parts", () => Buffer.from("\0\0\0\x10ftypheic\0\0\0\0\0\0\0\xffmeta", "latin1"), "unreadable"],
].map(
  (row) =>
    (Array.isArray(row) ? { title: row[0], name: "poza.png", make: row[1], expected: row[2] } : row) as HostileFile,
);

/** Pictures that are also something else; only the picture may be stored. */
const polyglots: readonly HostileFile[] = [
  ["a PNG that goes on as a page", "image/png", async () => Buffer.concat([await photo("png"), Buffer.from(script)])],
  [
    "a PNG with a page in its text",
    "image/png",
    async () => at(await photo("png"), 33, pngChunk("tEXt", Buffer.from(`Comment\0${script}`))),
  ],
  [
    "a JPEG with a page in its comment",
    "image/jpeg",
    async () => at(await photo("jpeg"), 2, textSegment(0xfe, script)),
  ],
  [
    "a JPEG with a program in its EXIF",
    "image/jpeg",
    async () => at(await photo("jpeg"), 2, textSegment(0xe1, `Exif\0\0${script}`)),
  ],
  [
    "a JPEG that goes on as a ZIP",
    "image/jpeg",
    async () =>
      Buffer.concat([await photo("jpeg"), zipFile([{ name: "x", content: Buffer.from(script) }]), Buffer.from(script)]),
  ],
  [
    "a GIF that goes on as a program",
    "image/gif",
    async () => Buffer.concat([await photo("gif"), Buffer.from(`*/=1;${script}`)]),
  ],
  [
    "a GIF with a page in its comment",
    "image/gif",
    async () => {
      const gif = await photo("gif");
      return at(gif, gif.length - 1, Buffer.from(`\x21\xfe${String.fromCharCode(script.length)}${script}\0`, "latin1"));
    },
  ],
  [
    "a WebP with a page in a part of its own",
    "image/webp",
    async () => {
      const webp = Buffer.concat([
        await photo("webp"),
        Buffer.from(`HTML${String.fromCharCode(script.length)}\0\0\0${script}\0`),
      ]);
      webp.writeUInt32LE(webp.length - 8, 4);
      return webp;
    },
  ],
  [
    "an AVIF that goes on as a page",
    "image/avif",
    async () =>
      Buffer.concat([await photo("avif"), Buffer.from([0, 0, 0, script.length + 8]), Buffer.from(`html${script}`)]),
  ],
].map(
  ([title, mime, make]) =>
    ({ title, name: "poza.html", make, expected: { mime, ...size, without: script } }) as HostileFile,
);

export const hostilePictures = [...bombs, ...heldPictures, ...broken, ...polyglots];

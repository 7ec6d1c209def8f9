import sharp from "sharp";
import { blackPng, type HostileFile } from "./hostile-file.ts";
import { type Format, frameHead, over, photo } from "./picture-bytes.ts";

const progressive = { progressive: true, chromaSubsampling: "4:4:4" } as const;

/** Makes a picture of one colour: large to decode, small to send. */
async function plain(side: number, format: Format, options: object): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: "#884422" } })
    .toFormat(format, options)
    .toBuffer();
}

/** MSG-3m: pictures whose pixels a decoder holds all at once, both beyond the limit and exactly at it. */
export const heldPictures: readonly HostileFile[] = [
  [
    "an interlaced PNG, of which all pixels are needed at once",
    () =>
      over(
        blackPng({ width: 9, height: 9, bitDepth: 8, colour: 6, isInterlaced: true }),
        16,
        [0, 0, 0x23, 0x5a, 0, 0, 0x23, 0x5a],
      ),
    "too_many_pixels",
  ],
  [
    "an interlaced PNG right at the limit",
    () => blackPng({ width: 7_700, height: 7_700, bitDepth: 8, colour: 6, isInterlaced: true }),
    { mime: "image/png", width: 7_700, height: 7_700 },
  ],
  [
    "a progressive JPEG, of which all pixels are needed at once",
    async () => {
      const jpeg = await plain(90, "jpeg", progressive);
      return over(jpeg, frameHead(jpeg) + 5, [0x1f, 0xf0, 0x1f, 0xf0]);
    },
    "too_many_pixels",
  ],
  [
    "a progressive JPEG right at the limit",
    () => plain(7_020, "jpeg", progressive),
    { mime: "image/jpeg", width: 7_020, height: 7_020 },
  ],
  [
    "a progressive JPEG whose colours have half the size, right at the limit",
    () => plain(9_970, "jpeg", { ...progressive, chromaSubsampling: "4:2:0" }),
    { mime: "image/jpeg", width: 9_970, height: 9_970 },
  ],
  ["an AVIF, of which all pixels are needed at once", () => plain(4_090, "avif", { effort: 0 }), "too_many_pixels"],
  [
    "an AVIF right at the limit",
    () => plain(4_070, "avif", { effort: 0 }),
    { mime: "image/avif", width: 4_070, height: 4_070 },
  ],
  [
    "a GIF, of which all pixels are needed at once",
    async () => over(await photo("gif"), 6, [0xfc, 0x22, 0xfc, 0x22]),
    "too_many_pixels",
  ],
].map(([title, make, expected]) => ({ title, name: "poza.jpg", make, expected }) as HostileFile);

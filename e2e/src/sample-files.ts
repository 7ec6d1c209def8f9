import type { Page } from "playwright-core";

export interface SampleFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A noisy picture, which compresses as badly as a photo. */
export async function photo(page: Page, name: string, width: number, height: number): Promise<SampleFile> {
  const mimeType = name.endsWith(".png") ? "image/png" : "image/jpeg";
  const base64 = await page.evaluate(
    ({ width, height, mimeType }) => {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width, height });
      const context = canvas.getContext("2d")!;
      const pixels = context.createImageData(width, height);
      let seed = 7;
      for (let at = 0; at < pixels.data.length; at += 1) {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        pixels.data[at] = at % 4 === 3 ? 255 : 90 + ((seed >> 16) % 80);
      }
      context.putImageData(pixels, 0, 0);
      return canvas.toDataURL(mimeType, 0.9).split(",")[1]!;
    },
    { width, height, mimeType },
  );
  return { name, mimeType, buffer: Buffer.from(base64, "base64") };
}

export const camera = "SECRETCAM";

/** The JPEG as a phone held upright would save it: rotated pixels, with EXIF data for orientation and camera. */
export function turned(jpeg: SampleFile): SampleFile {
  const maker = Buffer.from(`${camera}\0`);
  const entries = Buffer.alloc(2 + 2 * 12 + 4);
  entries.writeUInt16BE(2, 0);
  // 0x010f is the maker, whose text follows the entries; 0x0112 is the orientation, a quarter turn.
  entries.writeUInt16BE(0x01_0f, 2);
  entries.writeUInt16BE(2, 4);
  entries.writeUInt32BE(maker.length, 6);
  entries.writeUInt32BE(8 + entries.length, 10);
  entries.writeUInt16BE(0x01_12, 14);
  entries.writeUInt16BE(3, 16);
  entries.writeUInt32BE(1, 18);
  entries.writeUInt16BE(6, 22);
  const tiff = Buffer.concat([Buffer.from("MM\0\u002a\0\0\0\u0008", "latin1"), entries, maker]);
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xff_e1, 0);
  segment.writeUInt16BE(body.length + 2, 2);
  return { ...jpeg, buffer: Buffer.concat([jpeg.buffer.subarray(0, 2), segment, body, jpeg.buffer.subarray(2)]) };
}

/** A red picture of 96 x 64 pixels, made by libheif's `heif-enc`. */
export const heic: SampleFile = {
  name: "IMG_0042.HEIC",
  mimeType: "image/heic",
  buffer: Buffer.from(
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAT9tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImls" +
      "b2MAAAAAREAAAQABAAAAAAFjAAEAAAAAAAAAGwAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAv2lwcnAAAAChaXBjbwAAAHVodmNDAQNwAAAA" +
      "AAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQAoQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubAgAAAMACAAAAwAIQCIA" +
      "AQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAjbWRhdAAAABcoAa8ZgPd8hTf/86mf" +
      "9Mgv+CQV4rQrPA==",
    "base64",
  ),
};

export const letter: SampleFile = {
  name: "ofertă plăcuțe (1).pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"),
};

import { mediaTypeOf } from "@cuplaj/media/media-type.ts";
import { previewSideMax } from "@cuplaj/protocol/limits.ts";
import sharp, { type Metadata } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { decodedBytesMax, heldBytesMax, pixelsMax } from "./inspection.ts";

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly placeholder: Uint8Array;
  readonly preview: Buffer;
}

/** ThumbHash accepts up to 100 pixels per side but encodes at most 7 waves, so fewer pixels suffice. */
const hashedSideMax = 40;
const previewQuality = 78;

/** Limits sharp to one thread, no cache, and the formats that browsers display. */
export function limitSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ["VipsForeignLoad"] });
  const loaders = ["Jpeg", "Png", "Webp", "Nsgif", "Heif"];
  sharp.unblock({
    operation: loaders.map((name) => `VipsForeignLoad${name}Buffer`),
  });
}

/** Decodes a picture completely; of an animation, only the first frame. */
export async function readPicture(bytes: Uint8Array): Promise<Picture | "too_many_pixels" | "unreadable"> {
  try {
    const head = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (isTooLarge(head, bytes)) return "too_many_pixels";
    const { autoOrient } = head;
    const { whole, failOn } = withEnd(bytes);
    const preview = await sharp(whole, { limitInputPixels: pixelsMax, failOn, sequentialRead: true })
      .autoOrient()
      .resize({ width: previewSideMax, height: previewSideMax, fit: "inside", withoutEnlargement: true })
      .webp({ quality: previewQuality })
      .toBuffer();
    return { width: autoOrient.width, height: autoOrient.height, preview, placeholder: await placeholderOf(preview) };
  } catch {
    // The decoder's own error would not help anybody.
    return "unreadable";
  }
}

/** MSG-3m: whether a picture exceeds the limits of pixels, decoded bytes or memory of the decoder; the file itself counts twice. */
function isTooLarge(head: Metadata, bytes: Uint8Array): boolean {
  const pixels = Math.max(head.width * head.height, gifScreenPixels(bytes));
  const held = heldPerPixel(head, bytes);
  return (
    pixels > pixelsMax ||
    pixels * colourBytes(head) > decodedBytesMax ||
    (held > 0 && pixels * held + 2 * bytes.length > heldBytesMax)
  );
}

const colourBytes = ({ channels, depth }: Metadata): number => channels * (depth === "uchar" ? 1 : 2);

/** MSG-3m: bytes that a decoder holds per pixel of a whole picture, as measured; 0 if it decodes row by row. */
function heldPerPixel(head: Metadata, bytes: Uint8Array): number {
  const { format, isProgressive, channels, depth, chromaSubsampling } = head;
  if (format === "heif") return depth === "uchar" ? 18 : 24;
  if (format === "gif") return 5;
  if (format === "webp") return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes("VP8L") ? 5 : 0;
  if (!isProgressive) return 0;
  if (format === "png") return 1.25 * colourBytes(head);
  // The decoder holds two bytes per coefficient; at 4:2:0 the two colour channels have a quarter of the samples.
  return chromaSubsampling === "4:2:0" ? 3 : 2 * channels;
}

/** MSG-3m: adds the missing end marker of a JPEG. The decoder must then fail on warnings, since missing pixels only cause a warning. */
function withEnd(bytes: Uint8Array): { readonly whole: Uint8Array; readonly failOn: "error" | "warning" } {
  const isWhole = mediaTypeOf(bytes) !== "image/jpeg" || (bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9);
  return isWhole
    ? { whole: bytes, failOn: "error" }
    : { whole: Buffer.concat([bytes, Uint8Array.of(0xff, 0xd9)]), failOn: "warning" };
}

/** Pixels of a GIF's logical screen; 0 for other formats. Our decoder corrects implausible sizes, but browsers do not. */
function gifScreenPixels(bytes: Uint8Array): number {
  const head = Buffer.from(bytes.subarray(0, 10));
  return head.toString("latin1", 0, 3) === "GIF" ? head.readUInt16LE(6) * head.readUInt16LE(8) : 0;
}

async function placeholderOf(preview: Buffer): Promise<Uint8Array> {
  const { data, info } = await sharp(preview)
    .resize({ width: hashedSideMax, height: hashedSideMax, fit: "inside", withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return rgbaToThumbHash(info.width, info.height, data);
}

import { mediaTypeOf } from "@cuplaj/media/media-type.ts";
import { previewSideMax } from "@cuplaj/protocol/limits.ts";
import sharp, { type Metadata } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { decodedBytesMax, heldBytesMax, pixelsMax } from "./inspection.ts";

/** What is made of a picture. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly placeholder: Uint8Array;
  /** WebP. */
  readonly preview: Buffer;
}

/** ThumbHash takes up to 100 and describes no more than 7 waves a side. */
const hashedSideMax = 40;
const previewQuality = 78;

/** For the media process alone: nothing is cached, one thread works, and of all formats only those that browsers draw are read. */
export function limitSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ["VipsForeignLoad"] });
  const loaders = ["Jpeg", "Png", "Webp", "Nsgif", "Heif"];
  sharp.unblock({
    operation: loaders.map((name) => `VipsForeignLoad${name}Buffer`),
  });
}

/** Reads a picture to its end, of an animated one its first frame. */
export async function readPicture(bytes: Uint8Array): Promise<Picture | "too_many_pixels" | "unreadable"> {
  try {
    // Only the header is read here.
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
    // Whatever a decoder complains of, in words of its own: it cannot read the picture.
    return "unreadable";
  }
}

/** MSG-3m: what its decoder would hold is bounded beside its pixels, with the file, which is held twice. */
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

/** MSG-3m: bytes of each pixel that a decoder holds of the whole picture, as measured; 0 where it goes row by row. */
function heldPerPixel(head: Metadata, bytes: Uint8Array): number {
  const { format, isProgressive, channels, depth, chromaSubsampling } = head;
  if (format === "heif") return depth === "uchar" ? 18 : 24;
  if (format === "gif") return 5;
  if (format === "webp") return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes("VP8L") ? 5 : 0;
  if (!isProgressive) return 0;
  if (format === "png") return 1.25 * colourBytes(head);
  // Coefficients of two bytes, of which half the colours are a quarter.
  return chromaSubsampling === "4:2:0" ? 3 : 2 * channels;
}

/** MSG-3m: a JPEG without its last marker is given one, and then its decoder may not warn, as it does of pixels that are missing. */
function withEnd(bytes: Uint8Array): { readonly whole: Uint8Array; readonly failOn: "error" | "warning" } {
  const isWhole = mediaTypeOf(bytes) !== "image/jpeg" || (bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9);
  return isWhole
    ? { whole: bytes, failOn: "error" }
    : { whole: Buffer.concat([bytes, Uint8Array.of(0xff, 0xd9)]), failOn: "warning" };
}

/** What a GIF says of its screen: the decoder here corrects what is unlikely, browsers do not. 0 for other pictures. */
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

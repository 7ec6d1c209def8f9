import { isShrunk, type MediaType } from "@cuplaj/media/file-types.ts";
import { mediaHeadBytes, mediaTypeOf } from "@cuplaj/media/media-type.ts";
import { withoutPersonalData } from "@cuplaj/media/personal-data.ts";
import { photoSideMax } from "@cuplaj/protocol/limits.ts";
import type { PreparedFile } from "../../platform/storage/stored-files.ts";

export interface ChosenFile {
  readonly bytes: Blob;
  readonly name: string;
  readonly isOriginal: boolean;
}

const quality = 0.85;
/** Photos that need no shrinking are sent unchanged if they have at most this many bytes. */
const lightBytes = 2 * 1024 * 1024;

/** How much of a file is read to detect its type and animation, in bytes. */
const headBytes = 4096;

/** ATT-7: makes a picture upright, removes personal data, and shrinks it to a size that people look at. */
export async function makePicture(chosen: ChosenFile): Promise<PreparedFile> {
  const head = new Uint8Array(await chosen.bytes.slice(0, headBytes).arrayBuffer());
  const type = mediaTypeOf(head.subarray(0, mediaHeadBytes));
  const bitmap = type !== null && isShrunk(type) ? await decode(chosen.bytes, type) : null;
  if (bitmap === null) return { ...(await stripped(chosen, type)), width: null, height: null };
  const { width, height } = bitmap;
  const way = wayOf(chosen, head, type, bitmap);
  const drawn = way === "as-it-is" ? null : await encode(bitmap, type);
  if (drawn !== null && (way === "drawn" || drawn.bytes.size < chosen.bytes.size)) {
    return { ...drawn, name: nameAs(chosen.name, drawn.type) };
  }
  return { ...(await stripped(chosen, type)), width, height };
}

/** Whether a picture is sent unchanged, sent redrawn if that is smaller, or always redrawn. */
function wayOf({ bytes, isOriginal }: ChosenFile, head: Uint8Array, type: MediaType | null, size: ImageBitmap) {
  if (isOriginal || isAnimated(head, type)) return "as-it-is";
  if (Math.max(size.width, size.height) > photoSideMax || type === "image/heic") return "drawn";
  return type === "image/png" || bytes.size <= lightBytes ? "as-it-is" : "where-lighter";
}

async function stripped({ bytes: chosen, name }: ChosenFile, type: MediaType | null) {
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  const clean = withoutPersonalData(bytes);
  const left =
    clean === "broken" || clean === bytes ? chosen : new Blob([new Uint8Array(clean)], { type: chosen.type });
  return { bytes: left, name, type: type ?? chosen.type, isBroken: clean === "broken" };
}

/** Decodes a picture, upright; null if neither the browser nor our decoder can. */
async function decode(file: Blob, type: MediaType | null): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file);
  } catch {
    if (type !== "image/heic") return null;
  }
  const { decodeHeic } = await import("./decode-heic.ts");
  return decodeHeic(new Uint8Array(await file.arrayBuffer())).catch(() => null);
}

async function encode(bitmap: ImageBitmap, type: MediaType | null): Promise<PreparedFile> {
  const scale = Math.min(1, photoSideMax / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("There is no canvas.");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const mayBeClear = type === "image/png" || type === "image/webp";
  const bytes = await canvas.convertToBlob({ type: mayBeClear ? type : "image/jpeg", quality });
  return { bytes, name: "", type: bytes.type, width, height };
}

/** Whether a picture is animated: redrawing would lose the animation. */
function isAnimated(head: Uint8Array, type: MediaType | null): boolean {
  const word = type === "image/webp" ? "ANIM" : type === "image/png" ? "acTL" : null;
  return word !== null && String.fromCharCode(...head).includes(word);
}

const endings: Readonly<Record<string, string>> = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };

function nameAs(name: string, type: string): string {
  const ending = endings[type] ?? "";
  const isSaid = type === "image/jpeg" ? /\.jpe?g$/i.test(name) : name.toLowerCase().endsWith(`.${ending}`);
  return isSaid ? name : `${name.replace(/\.[^.]{1,5}$/, "")}.${ending}`;
}

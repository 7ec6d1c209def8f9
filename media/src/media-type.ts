import { asciiAt, startsWith } from "./bytes.ts";
import type { MediaType } from "./file-types.ts";

export const mediaHeadBytes = 256;

const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Detects a type by its first bytes, never by its name; null for any other type, which is left as it is. */
export function mediaTypeOf(head: Uint8Array): MediaType | null {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return "image/jpeg";
  if (startsWith(head, pngHead)) return "image/png";
  const first = asciiAt(head, 0, 6);
  if (first === "GIF87a" || first === "GIF89a") return "image/gif";
  if (first.startsWith("RIFF") && asciiAt(head, 8, 4) === "WEBP") return "image/webp";
  return isoTypeOf(head);
}

/** Detects by brand; old QuickTime files lack `ftyp`. */
function isoTypeOf(head: Uint8Array): MediaType | null {
  const box = asciiAt(head, 4, 4);
  if (["moov", "mdat", "wide", "free"].includes(box)) return "video/quicktime";
  if (box !== "ftyp") return null;
  const end = Math.min(head.length, ((head[2] ?? 0) << 8) | (head[3] ?? 0));
  const major = asciiAt(head, 8, 4);
  if (!/^(mif1|msf1|miaf)$/u.test(major)) return typeOfBrand(major);
  // These brands mean any picture; the others name the codec.
  for (let at = 16; at + 4 <= end; at += 4) {
    if (/^avi[fs]$/u.test(asciiAt(head, at, 4))) return "image/avif";
  }
  return "image/heic";
}

const brands: readonly (readonly [RegExp, MediaType | null])[] = [
  [/^avi[fs]$/u, "image/avif"],
  [/^he[iv][cxms]$/u, "image/heic"],
  [/^qt {2}$/u, "video/quicktime"],
  [/^3g[p2rs]/u, "video/3gpp"],
  [/^(M4|F4)[ABP]/u, "audio/mp4"],
  // Canon raw photos are not parsed.
  [/^crx $/u, null],
];

function typeOfBrand(brand: string): MediaType | null {
  const known = brands.find(([pattern]) => pattern.test(brand));
  return known === undefined ? "video/mp4" : known[1];
}

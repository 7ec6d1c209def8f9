import { BrokenMedia, sameBytes } from "./bytes.ts";
import { cleanGif } from "./gif.ts";
import { cleanIsoMedia } from "./iso-media.ts";
import { cleanJpeg } from "./jpeg.ts";
import { mediaTypeOf } from "./media-type.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

/** MSG-3i: strips place, time, author and device, never pixels. Returns the same array if clean, `broken` if it cannot be parsed. */
export function withoutPersonalData(bytes: Uint8Array): Uint8Array | "broken" {
  try {
    const clean = cleaned(bytes);
    return sameBytes(clean, bytes) ? bytes : clean;
  } catch (error) {
    if (error instanceof BrokenMedia) return "broken";
    throw error;
  }
}

function cleaned(bytes: Uint8Array): Uint8Array {
  const type = mediaTypeOf(bytes);
  switch (type) {
    case "image/jpeg":
      return cleanJpeg(bytes);
    case "image/png":
      return cleanPng(bytes);
    case "image/webp":
      return cleanWebp(bytes);
    case "image/gif":
      return cleanGif(bytes);
    case "image/heic":
    case "image/avif":
      return cleanIsoMedia(bytes, true);
    case "video/mp4":
    case "video/quicktime":
    case "video/3gpp":
    case "audio/mp4":
      return cleanIsoMedia(bytes, false);
    case null:
      return bytes;
  }
}

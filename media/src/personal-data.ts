import { BrokenMedia, sameBytes } from "./bytes.ts";
import { cleanGif } from "./gif.ts";
import { cleanIsoMedia } from "./iso-media.ts";
import { cleanJpeg } from "./jpeg.ts";
import { mediaTypeOf } from "./media-type.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

/**
 * The same picture or video without what says where, when, by whom and with what it was taken; its pixels stay as they are. Answers the
 * given array itself where there is nothing to remove, and `broken` where its structure cannot be followed: such a file is not published.
 */
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

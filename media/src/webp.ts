import { asciiAt, BrokenMedia, ByteWriter, concat, fromAscii, slice, u32Little, u8 } from "./bytes.ts";
import { orientationOf, tiffOf } from "./exif.ts";

const headBytes = 12;
const neededChunks = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]);
/** Offset of the flags in an extended header (`VP8X`). */
const flagsAt = 8;
const exifFlag = 0x08;
const xmpFlag = 0x04;
/** Room for the EXIF that we add, and a padding byte. */
const addedBytesMax = 64;

/** Strips EXIF, XMP, unknown chunks and trailing data; keeps the orientation. */
export function cleanWebp(bytes: Uint8Array): Uint8Array {
  const size = u32Little(bytes, 4) + 8;
  // Some encoders do not include the last chunk's padding in the size.
  if (size > bytes.length + 1) throw new BrokenMedia("shorter than it says");
  const clean = new ByteWriter(bytes.length + addedBytesMax);
  let orientation = 1;
  for (let at = headBytes; at < Math.min(size, bytes.length);) {
    const type = asciiAt(bytes, at, 4);
    const dataEnd = at + 8 + u32Little(bytes, at + 4);
    const data = slice(bytes, at + 8, dataEnd);
    if (type === "EXIF") orientation = orientationOf(data.subarray(asciiAt(data, 0, 6) === "Exif\0\0" ? 6 : 0));
    if (neededChunks.has(type)) clean.write(chunkOf(type, data));
    at = dataEnd + (data.length % 2);
  }
  if (asciiAt(clean.written(), 0, 4) === "VP8X") turn(clean, orientation);
  const body = clean.written();
  if (body.length === 0) throw new BrokenMedia("no picture");
  return concat(fromAscii("RIFF"), littleEndian(body.length + 4), fromAscii("WEBP"), body);
}

/** Only extended files have EXIF; it follows the picture and has a flag in the header. */
function turn(clean: ByteWriter, orientation: number): void {
  const isTurned = orientation !== 1;
  if (isTurned) clean.write(chunkOf("EXIF", tiffOf(orientation)));
  const chunks = clean.written();
  chunks[flagsAt] = (u8(chunks, flagsAt) & ~(exifFlag | xmpFlag)) | (isTurned ? exifFlag : 0);
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  return concat(fromAscii(type), littleEndian(data.length), data, new Uint8Array(data.length % 2));
}

const littleEndian = (value: number): Uint8Array =>
  Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);

import { asciiAt, BrokenMedia, ByteWriter, concat, fromAscii, slice, u32 } from "./bytes.ts";
import { orientationOf, tiffOf } from "./exif.ts";

const headBytes = 8;
/** Room for the EXIF that we add. */
const addedBytesMax = 64;
/** Chunks that affect how a picture or animation looks; all others are removed. */
const neededChunks = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT".split(" "),
);

/** Strips EXIF, texts, time, unknown chunks and trailing data; keeps the orientation. */
export function cleanPng(bytes: Uint8Array): Uint8Array {
  const clean = new ByteWriter(bytes.length + addedBytesMax);
  clean.write(slice(bytes, 0, headBytes));
  const orientation = orientationIn(bytes);
  let at = headBytes;
  for (let type = ""; type !== "IEND";) {
    type = asciiAt(bytes, at + 4, 4);
    const end = at + 12 + u32(bytes, at);
    const chunk = slice(bytes, at, end);
    if ((type === "IHDR") !== (at === headBytes)) throw new BrokenMedia("IHDR is not first");
    // Upper case marks critical chunks; a decoder that does not know them cannot show the picture.
    if (!neededChunks.has(type) && /^[A-Z]/u.test(type)) throw new BrokenMedia(`unknown ${type}`);
    if (neededChunks.has(type)) clean.write(chunk);
    // Written before the pixels, for decoders that read only once.
    if (type === "IHDR" && orientation !== 1) clean.write(chunkOf("eXIf", tiffOf(orientation)));
    at = end;
  }
  return clean.written();
}

function orientationIn(bytes: Uint8Array): number {
  for (let at = headBytes; asciiAt(bytes, at + 4, 4) !== "IEND"; at += 12 + u32(bytes, at)) {
    if (asciiAt(bytes, at + 4, 4) === "eXIf") return orientationOf(slice(bytes, at + 8, at + 8 + u32(bytes, at)));
  }
  return 1;
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const checked = concat(fromAscii(type), data);
  return concat(bigEndian(data.length), checked, bigEndian(crc32(checked)));
}

const bigEndian = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);

function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ ((crc & 1) === 1 ? 0xedb8_8320 : 0);
  }
  return ~crc >>> 0;
}

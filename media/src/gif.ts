import { asciiAt, BrokenMedia, ByteWriter, slice, u8 } from "./bytes.ts";

const code = { image: 0x2c, extension: 0x21, end: 0x3b };
const label = { comment: 0xfe, application: 0xff };
/** Loop count and colour profile. */
const neededApplications = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);

/** Strips comments, XMP, application data and everything after the trailer. */
export function cleanGif(bytes: Uint8Array): Uint8Array {
  let at = 13 + colourTableBytes(u8(bytes, 10));
  const clean = new ByteWriter(bytes.length + 1);
  clean.write(slice(bytes, 0, at));
  // Some encoders omit the trailer.
  while (at < bytes.length && u8(bytes, at) !== code.end) {
    const end = blockEnd(bytes, at);
    if (isNeeded(bytes, at)) clean.write(slice(bytes, at, end));
    at = end;
  }
  clean.write(Uint8Array.of(code.end));
  return clean.written();
}

function colourTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function blockEnd(bytes: Uint8Array, at: number): number {
  switch (u8(bytes, at)) {
    case code.image:
      return dataEnd(bytes, at + 11 + colourTableBytes(u8(bytes, at + 9)));
    case code.extension:
      return dataEnd(bytes, at + 2);
    default:
      throw new BrokenMedia("no block");
  }
}

function dataEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let length = u8(bytes, at); length > 0; length = u8(bytes, at)) at += 1 + length;
  return at + 1;
}

function isNeeded(bytes: Uint8Array, at: number): boolean {
  if (u8(bytes, at) !== code.extension) return true;
  const kind = u8(bytes, at + 1);
  if (kind === label.application) return neededApplications.has(asciiAt(bytes, at + 3, 11));
  return kind !== label.comment;
}

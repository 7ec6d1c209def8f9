import { BrokenMedia, ByteWriter, concat, fromAscii, slice, startsWith, u16, u8 } from "./bytes.ts";
import { orientationOf, tiffOf } from "./exif.ts";

const marker = { soi: 0xd8, eoi: 0xd9, sos: 0xda, app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee, comment: 0xfe };
const exifHead = "Exif\0\0";
const jfifBytes = 18;
/** Room for the EXIF that we add. */
const addedBytesMax = 64;

/** Keeps the orientation and the ICC and Adobe segments of a JPEG; does not add a missing EOI. */
export function cleanJpeg(bytes: Uint8Array): Uint8Array {
  const clean = new ByteWriter(bytes.length + addedBytesMax);
  clean.write(Uint8Array.of(0xff, marker.soi));
  const exif = exifOf(bytes);
  let isExifDue = exif !== null;
  for (const { code, bytes: part } of partsOf(bytes)) {
    // ITU-T T.871: JFIF comes first, then EXIF.
    if (isExifDue && code !== marker.app0 && exif !== null) {
      clean.write(exif);
      isExifDue = false;
    }
    if (isNeeded(code, part)) clean.write(part);
  }
  return clean.written();
}

interface Part {
  readonly code: number;
  /** Bytes from the marker on; those of a scan include its data. */
  readonly bytes: Uint8Array;
}

function* partsOf(bytes: Uint8Array): Iterable<Part> {
  for (let at = nextMarker(bytes, 2); at < bytes.length;) {
    const code = u8(bytes, at + 1);
    if (code === marker.eoi) {
      yield { code, bytes: slice(bytes, at, at + 2) };
      return;
    }
    const end = endOfSegment(bytes, at);
    const isScan = code === marker.sos;
    const next = isScan ? (findMarker(bytes, end) ?? bytes.length) : nextMarker(bytes, end);
    yield { code, bytes: slice(bytes, at, isScan ? next : end) };
    at = next;
  }
}

function endOfSegment(bytes: Uint8Array, at: number): number {
  const length = u16(bytes, at + 2);
  if (length < 2) throw new BrokenMedia("a segment without its length");
  return at + 2 + length;
}

function nextMarker(bytes: Uint8Array, start: number): number {
  const at = findMarker(bytes, start);
  if (at === null) throw new BrokenMedia("no end");
  return at;
}

/** Finds the next marker, skipping stuffed zeros, restarts and fill bytes. */
function findMarker(bytes: Uint8Array, start: number): number | null {
  let at = bytes.indexOf(0xff, start);
  while (at >= 0 && at + 1 < bytes.length) {
    const next = u8(bytes, at + 1);
    const isRestart = next >= 0xd0 && next <= 0xd7;
    if (next !== 0 && next !== 0xff && !isRestart) return at;
    at = bytes.indexOf(0xff, at + 1);
  }
  return null;
}

function isNeeded(code: number, segment: Uint8Array): boolean {
  if (code === marker.app0) return segment.length === jfifBytes && startsWith(segment.subarray(4), "JFIF\0");
  if (code === marker.app2) return startsWith(segment.subarray(4), "ICC_PROFILE\0");
  if (code === marker.app14) return startsWith(segment.subarray(4), "Adobe");
  return (code & 0xf0) !== 0xe0 && code !== marker.comment;
}

/** Builds an EXIF with the orientation of the first one; null if the picture is upright. */
function exifOf(bytes: Uint8Array): Uint8Array | null {
  for (const { code, bytes: segment } of partsOf(bytes)) {
    if (code === marker.sos || code === marker.eoi) return null;
    if (code !== marker.app1) continue;
    if (!startsWith(segment.subarray(4), exifHead)) continue;
    const orientation = orientationOf(segment.subarray(4 + exifHead.length));
    if (orientation === 1) return null;
    const data = concat(fromAscii(exifHead), tiffOf(orientation));
    return concat(Uint8Array.of(0xff, marker.app1, 0, data.length + 2), data);
  }
  return null;
}

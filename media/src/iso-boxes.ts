import { asciiAt, BrokenMedia, u32, u64 } from "./bytes.ts";

/** A box of an ISO base media file (ISO 14496-12): MP4, QuickTime, HEIC, AVIF. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

/** Iterates over boxes and ignores remainders shorter than a header. Media data (`mdat`) may be truncated, for example by a power loss. */
export function* boxesIn(bytes: Uint8Array, start: number, end: number): Generator<Box> {
  for (let at = start; at + 8 <= end;) {
    const box = boxAt(bytes, at, end);
    yield box;
    at = box.end;
  }
}

function boxAt(bytes: Uint8Array, start: number, end: number): Box {
  const type = asciiAt(bytes, start + 4, 4);
  const short = u32(bytes, start);
  const content = start + (short === 1 ? 16 : 8);
  const size = short === 1 ? u64(bytes, start + 8) : short;
  const boxEnd = short === 0 ? end : start + size;
  const isCut = boxEnd > end && type === "mdat" && end === bytes.length;
  if (boxEnd < content || (boxEnd > end && !isCut)) throw new BrokenMedia(`${type} at ${start} has no such size`);
  return { type, start, content, end: Math.min(boxEnd, end) };
}

export function childOf(bytes: Uint8Array, parent: Box | null, type: string, headerBytes = 0): Box | null {
  if (parent === null) return null;
  for (const box of boxesIn(bytes, parent.content + headerBytes, parent.end)) if (box.type === type) return box;
  return null;
}

/** QuickTime's `meta` lacks version and flags. */
export function metaHeaderBytes(bytes: Uint8Array, meta: Box): number {
  return asciiAt(bytes, meta.content + 4, 4) === "hdlr" ? 0 : 4;
}

/** Zeroes parts of a file, no more than its length in total, since hostile tables may name one part repeatedly. */
export class Eraser {
  readonly bytes: Uint8Array;
  #left: number;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#left = bytes.length;
  }

  /** Ignores anything past the end of a truncated file. */
  erase(start: number, end: number): void {
    const last = Math.min(end, this.bytes.length);
    this.#left -= Math.max(0, last - start);
    if (this.#left < 0) throw new BrokenMedia("the same bytes again and again");
    this.bytes.fill(0, Math.min(start, last), last);
  }
}

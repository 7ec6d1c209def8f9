import { BrokenMedia, fromAscii, slice, u8 } from "./bytes.ts";
import { type Box, boxesIn, Eraser } from "./iso-boxes.ts";
import { clearDescribingItems } from "./iso-items.ts";
import { clearTimedMetadata } from "./iso-tracks.ts";

/** What a player needs, by the box that it lies in. Of other boxes nothing is known, so they become empty space (`free`). */
const neededBoxes: Readonly<Record<string, ReadonlySet<string>>> = {
  file: new Set("ftyp styp moov mdat moof mfra sidx ssix prft emsg pdin".split(" ")),
  moov: new Set("mvhd trak mvex iods pssh".split(" ")),
  trak: new Set("tkhd tref edts mdia load tapt matt clip trgr".split(" ")),
  mdia: new Set("mdhd hdlr elng minf".split(" ")),
  moof: new Set("mfhd traf pssh".split(" ")),
};

/** Boxes that begin with version, flags, and when what they describe was made and changed. */
const datedBoxes = new Set(["mvhd", "tkhd", "mdhd"]);

/**
 * An MP4, QuickTime, HEIC or AVIF file without places, times, names and descriptions. Nothing moves: what goes becomes zeros or empty space, so
 * that all positions in the file stay true.
 */
export function cleanIsoMedia(given: Uint8Array, isPicture: boolean): Uint8Array {
  const eraser = new Eraser(new Uint8Array(given));
  const { bytes } = eraser;
  let isMetaDue = isPicture;
  for (const box of boxesIn(bytes, 0, bytes.length)) {
    if (isMetaDue && box.type === "meta") {
      clearDescribingItems(eraser, box);
      isMetaDue = false;
    } else {
      cleanBox(eraser, box, "file");
    }
  }
  return bytes;
}

function cleanBox(eraser: Eraser, box: Box, parent: string): void {
  const { bytes } = eraser;
  // A compressed table of contents cannot be looked into, and without it nothing plays.
  if (box.type === "cmov") throw new BrokenMedia("cmov");
  if (neededBoxes[parent]?.has(box.type) !== true) {
    bytes.set(fromAscii("free"), box.start + 4);
    bytes.fill(0, box.content, box.end);
    return;
  }
  if (datedBoxes.has(box.type)) clearTimes(bytes, box);
  if (box.type === "trak") clearTimedMetadata(eraser, box);
  if (neededBoxes[box.type] === undefined) return;
  for (const child of boxesIn(bytes, box.content, box.end)) cleanBox(eraser, child, box.type);
}

function clearTimes(bytes: Uint8Array, { content, end }: Box): void {
  const timeBytes = u8(bytes, content) === 1 ? 8 : 4;
  slice(bytes, content + 4, Math.min(end, content + 4 + 2 * timeBytes)).fill(0);
}

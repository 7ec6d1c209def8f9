import { BrokenMedia, fromAscii, slice, u8 } from "./bytes.ts";
import { type Box, boxesIn, Eraser } from "./iso-boxes.ts";
import { clearDescribingItems } from "./iso-items.ts";
import { clearTimedMetadata } from "./iso-tracks.ts";

/** Boxes that a player needs, by parent; all others become `free`. */
const neededBoxes: Readonly<Record<string, ReadonlySet<string>>> = {
  file: new Set("ftyp styp moov mdat moof mfra sidx ssix prft emsg pdin".split(" ")),
  moov: new Set("mvhd trak mvex iods pssh".split(" ")),
  trak: new Set("tkhd tref edts mdia load tapt matt clip trgr".split(" ")),
  mdia: new Set("mdhd hdlr elng minf".split(" ")),
  moof: new Set("mfhd traf pssh".split(" ")),
};

/** Boxes that hold creation and modification times after version and flags. */
const datedBoxes = new Set(["mvhd", "tkhd", "mdhd"]);

/** Strips places, times, names and descriptions from an MP4, QuickTime, HEIC or AVIF file by zeroing, so that offsets stay valid. */
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
  // A compressed movie header cannot be inspected, but nothing plays without it.
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

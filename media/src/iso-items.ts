import { asciiAt, BrokenMedia, u16, u32, u64, u8 } from "./bytes.ts";
import { type Box, boxesIn, childOf, type Eraser, metaHeaderBytes } from "./iso-boxes.ts";

/** Items that may hold metadata: EXIF, and XMP, which has a MIME type. */
const describingItems = new Set(["Exif", "mime", "uri "]);
const describingItemsMax = 1000;

/** Zeroes the metadata of a HEIC or AVIF picture in place (ISO 23008-12). */
export function clearDescribingItems(eraser: Eraser, meta: Box): void {
  const { bytes } = eraser;
  const header = metaHeaderBytes(bytes, meta);
  for (const { type, content, end } of boxesIn(bytes, meta.content + header, meta.end)) {
    if (type === "uuid" || type === "udta") bytes.fill(0, content, end);
  }
  const describing = idsOfDescribing(bytes, childOf(bytes, meta, "iinf", header));
  const data = childOf(bytes, meta, "idat", header);
  for (const { id, isInData, start, length } of extentsIn(bytes, childOf(bytes, meta, "iloc", header))) {
    if (!describing.has(id)) continue;
    const space = isInData ? data : { content: 0, end: bytes.length };
    if (space === null) throw new BrokenMedia("an item without its data");
    eraser.erase(space.content + start, length === 0 ? space.end : space.content + start + length);
  }
}

/** Reads `iinf`; `infe` before version 2 has no item types. */
function idsOfDescribing(bytes: Uint8Array, infos: Box | null): ReadonlySet<number> {
  const ids = new Set<number>();
  if (infos === null) return ids;
  const countBytes = u8(bytes, infos.content) === 0 ? 2 : 4;
  for (const { type, content } of boxesIn(bytes, infos.content + 4 + countBytes, infos.end)) {
    const version = u8(bytes, content);
    if (type !== "infe" || version < 2) continue;
    const [id, typeAt] = version === 2 ? [u16(bytes, content + 4), 8] : [u32(bytes, content + 4), 10];
    if (describingItems.has(asciiAt(bytes, content + typeAt, 4))) ids.add(id);
    if (ids.size > describingItemsMax) throw new BrokenMedia("too many items");
  }
  return ids;
}

interface Extent {
  readonly id: number;
  /** Whether it is in the `idat` of the same `meta`; otherwise elsewhere in the file. */
  readonly isInData: boolean;
  readonly start: number;
  /** 0 means up to the end. */
  readonly length: number;
}

/** Reads item locations from `iloc`, which declares the widths of its fields. */
function* extentsIn(bytes: Uint8Array, box: Box | null): Generator<Extent> {
  if (box === null) return;
  const version = u8(bytes, box.content);
  const sizes = u16(bytes, box.content + 4);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const idBytes = version < 2 ? 2 : 4;
  const next = numbersFrom(bytes, box.content + 6, box.end);
  for (let items = next(idBytes); items > 0; items -= 1) {
    const id = next(idBytes);
    const method = version === 0 ? 0 : next(2) & 15;
    next(2);
    const base = next(baseBytes);
    const count = next(2);
    if (count > 1 && indexBytes + offsetBytes + lengthBytes === 0) throw new BrokenMedia("extents without bytes");
    for (let left = count; left > 0; left -= 1) {
      next(indexBytes);
      const start = base + next(offsetBytes);
      const length = next(lengthBytes);
      if (method < 2) yield { id, isInData: method === 1, start, length };
    }
  }
}

function numbersFrom(bytes: Uint8Array, start: number, end: number): (length: number) => number {
  const read: Readonly<Record<number, (bytes: Uint8Array, at: number) => number>> = {
    0: () => 0,
    2: u16,
    4: u32,
    8: u64,
  };
  let at = start;
  return (length) => {
    const value = read[length]?.(bytes, at);
    at += length;
    if (value === undefined || at > end) throw new BrokenMedia("no number of this length");
    return value;
  };
}

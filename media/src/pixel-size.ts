import { BrokenMedia, u16, u32, u8 } from "./bytes.ts";
import { type Box, boxesIn, childOf, metaHeaderBytes } from "./iso-boxes.ts";

/** Pixels of the upright picture. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Reads the size of a HEIC or AVIF picture or a video; null if it cannot be parsed. */
export function isoPixelSize(bytes: Uint8Array): PixelSize | null {
  try {
    const file = { type: "file", start: 0, content: 0, end: bytes.length };
    return pictureSize(bytes, childOf(bytes, file, "meta")) ?? videoSize(bytes, childOf(bytes, file, "moov"));
  } catch (error) {
    if (error instanceof BrokenMedia) return null;
    throw error;
  }
}

function videoSize(bytes: Uint8Array, movie: Box | null): PixelSize | null {
  for (const track of movie === null ? [] : boxesIn(bytes, movie.content, movie.end)) {
    const header = track.type === "trak" ? childOf(bytes, track, "tkhd") : null;
    if (header === null) continue;
    const matrix = header.content + (u8(bytes, header.content) === 1 ? 52 : 40);
    const [width, height] = [u16(bytes, matrix + 36), u16(bytes, matrix + 40)];
    // A matrix with an empty diagonal means a quarter turn.
    const isTurned = u32(bytes, matrix) === 0 && u32(bytes, matrix + 4) !== 0;
    if (width > 0 && height > 0) return upright(width, height, isTurned);
  }
  return null;
}

function pictureSize(bytes: Uint8Array, meta: Box | null): PixelSize | null {
  if (meta === null) return null;
  const header = metaHeaderBytes(bytes, meta);
  const primary = childOf(bytes, meta, "pitm", header);
  const properties = childOf(bytes, meta, "iprp", header);
  const list = childOf(bytes, properties, "ipco");
  const associations = childOf(bytes, properties, "ipma");
  if (primary === null || list === null || associations === null) return null;
  const id = u8(bytes, primary.content) === 0 ? u16(bytes, primary.content + 4) : u32(bytes, primary.content + 4);
  const indices = new Set(propertiesOf(bytes, associations, id));
  const own: Box[] = [];
  let index = 0;
  for (const property of boxesIn(bytes, list.content, list.end)) {
    index += 1;
    if (indices.has(index)) own.push(property);
  }
  return sizeIn(bytes, own);
}

function sizeIn(bytes: Uint8Array, properties: readonly Box[]): PixelSize | null {
  const extent = properties.find(({ type }) => type === "ispe");
  if (extent === undefined) return null;
  const rotation = properties.find(({ type }) => type === "irot");
  const isTurned = rotation !== undefined && u8(bytes, rotation.content) % 2 === 1;
  const [width, height] = [u32(bytes, extent.content + 4), u32(bytes, extent.content + 8)];
  return width > 0 && height > 0 ? upright(width, height, isTurned) : null;
}

/** Indices of properties count from 1. */
function propertiesOf(bytes: Uint8Array, { content, end }: Box, id: number): readonly number[] {
  const hasLongIds = u8(bytes, content) > 0;
  const hasLongIndices = (u8(bytes, content + 3) & 1) === 1;
  let at = content + 8;
  while (at < end) {
    const item = hasLongIds ? u32(bytes, at) : u16(bytes, at);
    at += hasLongIds ? 4 : 2;
    const count = u8(bytes, at);
    at += 1;
    const found = Array.from({ length: count }, (_, index) =>
      hasLongIndices ? u16(bytes, at + index * 2) & 0x7fff : u8(bytes, at + index) & 0x7f,
    );
    if (item === id) return found;
    at += count * (hasLongIndices ? 2 : 1);
  }
  return [];
}

function upright(width: number, height: number, isTurned: boolean): PixelSize {
  return isTurned ? { width: height, height: width } : { width, height };
}

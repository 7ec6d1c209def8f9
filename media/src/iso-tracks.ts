import { asciiAt, BrokenMedia, u32, u64 } from "./bytes.ts";
import { type Box, childOf, type Eraser } from "./iso-boxes.ts";

/** Handlers of tracks that are played. Others hold metadata, such as positions and times, sometimes as subtitles. */
const playedHandlers = new Set(["vide", "soun", "pict", "auxv"]);

/** Zeroes the samples of a metadata track in place (ISO 14496-12). */
export function clearTimedMetadata(eraser: Eraser, track: Box): void {
  const { bytes } = eraser;
  const media = childOf(bytes, track, "mdia");
  const handler = childOf(bytes, media, "hdlr");
  if (handler === null || playedHandlers.has(asciiAt(bytes, handler.content + 8, 4))) return;
  const samples = childOf(bytes, childOf(bytes, media, "minf"), "stbl");
  const sizes = sampleSizes(bytes, childOf(bytes, samples, "stsz"));
  const countOf = samplesPerChunk(bytes, childOf(bytes, samples, "stsc"));
  const chunks = chunkOffsets(bytes, samples);
  let sample = 0;
  for (let chunk = 0; chunk < chunks.count; chunk += 1) {
    const last = Math.min(sample + countOf(chunk), sizes.count);
    let length = 0;
    for (; sample < last; sample += 1) length += sizes.at(sample);
    const start = chunks.at(chunk);
    eraser.erase(start, start + length);
  }
}

interface Table {
  readonly count: number;
  readonly at: (index: number) => number;
}

const emptyTable: Table = { count: 0, at: () => 0 };

function sampleSizes(bytes: Uint8Array, box: Box | null): Table {
  if (box === null) return emptyTable;
  const [same, count] = [u32(bytes, box.content + 4), u32(bytes, box.content + 8)];
  // Equal sizes need no table, so the count is bounded only by the file's length.
  if (same > 0) return { count: Math.min(count, bytes.length), at: () => same };
  checkTable(box, 12, count, 4);
  return { count, at: (sample) => u32(bytes, box.content + 12 + sample * 4) };
}

function chunkOffsets(bytes: Uint8Array, samples: Box | null): Table {
  const short = childOf(bytes, samples, "stco");
  const box = short ?? childOf(bytes, samples, "co64");
  if (box === null) return emptyTable;
  const count = u32(bytes, box.content + 4);
  const [read, entryBytes] = short === null ? [u64, 8] : [u32, 4];
  checkTable(box, 8, count, entryBytes);
  return { count, at: (chunk) => read(bytes, box.content + 8 + chunk * entryBytes) };
}

/** Reads runs of chunks with equal sample counts, numbered from 1; call it with ascending chunks. */
function samplesPerChunk(bytes: Uint8Array, box: Box | null): (chunk: number) => number {
  if (box === null) return () => 0;
  const runs = u32(bytes, box.content + 4);
  checkTable(box, 8, runs, 12);
  const runAt = (run: number): number => box.content + 8 + run * 12;
  let run = 0;
  return (chunk) => {
    while (run + 1 < runs && u32(bytes, runAt(run + 1)) <= chunk + 1) run += 1;
    return runs === 0 ? 0 : u32(bytes, runAt(run) + 4);
  };
}

function checkTable(box: Box, headerBytes: number, count: number, entryBytes: number): void {
  if (box.content + headerBytes + count * entryBytes > box.end) throw new BrokenMedia(`${box.type} ends early`);
}

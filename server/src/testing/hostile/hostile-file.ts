import { crc32, deflateRawSync, deflateSync } from "node:zlib";
import type { InspectedFile, InspectionProblem } from "../../files/inspection/inspection.ts";

export interface HostileFile {
  readonly title: string;
  /** The file is stored under this name, to catch code that trusts names. */
  readonly name: string;
  readonly make: () => Buffer | Promise<Buffer>;
  readonly expected: InspectionProblem | Expected;
}

interface Expected extends Partial<Pick<InspectedFile, "width" | "height">> {
  readonly mime: string;
  readonly without?: string;
}

/** Makes a PNG chunk, with a wrong `crc` if given. */
export function pngChunk(type: string, data: Uint8Array, crc?: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, "latin1");
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc ?? crc32(Buffer.concat([head.subarray(4), data])));
  return Buffer.concat([head, data, tail]);
}

interface PngHead {
  readonly width: number;
  readonly height: number;
  readonly bitDepth: 1 | 8 | 16;
  /** 0 is grey, 6 is RGB with alpha. */
  readonly colour: 0 | 6;
  readonly isInterlaced?: boolean;
}

export const pngSignature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

export function pngHead({ width, height, bitDepth, colour, isInterlaced = false }: PngHead): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width);
  data.writeUInt32BE(height, 4);
  data.set([bitDepth, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  return pngChunk("IHDR", data);
}

/** Makes a PNG of zeros: huge to decode, tiny to send. */
export function blackPng(head: PngHead): Buffer {
  const { width, height, bitDepth, colour, isInterlaced } = head;
  const bitsPerPixel = bitDepth * (colour === 6 ? 4 : 1);
  // Interlacing adds some bytes for the heads of rows.
  const rowBytes = Math.ceil((width * bitsPerPixel) / 8) + 1;
  const rawBytes = rowBytes * height + (isInterlaced === true ? height * 8 : 0);
  return Buffer.concat([
    pngSignature,
    pngHead(head),
    pngChunk("IDAT", deflateSync(Buffer.alloc(rawBytes), { level: 9 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
}

export function zipFile(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content } of entries) {
    const packed = deflateRawSync(content, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, Buffer.from(name), packed]);
    const central = Buffer.alloc(46);
    central.write("PK\x01\x02\x14\0", "latin1");
    common.copy(central, 6);
    central.writeUInt32LE(at, 42);
    directory.push(central, Buffer.from(name));
    parts.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

import { createHash } from "node:crypto";
import type { Random } from "../random.ts";

/** A file to send. The server removes personal data from a JPEG. */
export interface SentFile {
  readonly kind: "bytes" | "jpeg";
  readonly name: string;
  readonly bytes: Buffer;
}

export const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const [bytesMin, bytesMax] = [1024, 2 * 1024 * 1024];

/** Chooses a file: unique bytes of 1 KiB to 2 MiB, or sometimes a picture. */
export function chooseFile(random: Random): SentFile {
  if (random.next() < 0.2) return { kind: "jpeg", name: "piesă.jpg", bytes: jpeg(random) };
  // A logarithmic distribution, since most photos are far smaller than the limit.
  const length = Math.floor(bytesMin * (bytesMax / bytesMin) ** random.next());
  return { kind: "bytes", name: "piesă.bin", bytes: noise(random, length) };
}

function noise(random: Random, length: number): Buffer {
  const words = Math.ceil(length / 4);
  const bytes = Buffer.alloc(words * 4);
  for (let word = 0; word < words; word += 1) bytes.writeUInt32LE(random.below(2 ** 32), word * 4);
  return bytes.subarray(0, length);
}

/** Makes a baseline JPEG of 16 by 16 pixels in one shade of grey: SOF0, one table of each kind, and a scan of four blocks. */
function jpeg(random: Random): Buffer {
  const segment = (marker: number, body: Buffer): Buffer => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([head, body]);
  };
  // Each picture has its own table, so that no two are stored alike.
  const quantization = Buffer.from([0, ...Array.from({ length: 64 }, () => 1 + random.below(255))]);
  const frame = Buffer.from([8, 0, 16, 0, 16, 1, 1, 0x11, 0]);
  const codes = (tableClass: number): Buffer => Buffer.from([tableClass << 4, 1, ...Array<number>(15).fill(0), 0]);
  const comment = noise(random, 200 + random.below(3000));
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xfe, comment),
    segment(0xdb, quantization),
    segment(0xc0, frame),
    segment(0xc4, codes(0)),
    segment(0xc4, codes(1)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // The scan's four blocks have two zero bits each.
    Buffer.from([0, 0xff, 0xd9]),
  ]);
}

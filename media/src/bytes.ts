/** Thrown if a file's structure cannot be parsed; internal to this workspace, which returns `broken` instead. */
export class BrokenMedia extends Error {}

/** Numbers are big-endian unless their name says otherwise. Reading past the end throws BrokenMedia. */
export function u8(bytes: Uint8Array, at: number): number {
  const value = bytes[at];
  if (value === undefined) throw new BrokenMedia(`nothing at ${at}`);
  return value;
}

export const u16 = (bytes: Uint8Array, at: number): number => u8(bytes, at) * 0x100 + u8(bytes, at + 1);
export const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) * 0x1_0000 + u16(bytes, at + 2);
export const u64 = (bytes: Uint8Array, at: number): number => u32(bytes, at) * 0x1_0000_0000 + u32(bytes, at + 4);
export const u16Little = (bytes: Uint8Array, at: number): number => u8(bytes, at) + u8(bytes, at + 1) * 0x100;
export const u32Little = (bytes: Uint8Array, at: number): number =>
  u16Little(bytes, at) + u16Little(bytes, at + 2) * 0x1_0000;

export function slice(bytes: Uint8Array, start: number, end: number): Uint8Array {
  if (start > end || end > bytes.length) throw new BrokenMedia(`no bytes from ${start} to ${end}`);
  return bytes.subarray(start, end);
}

/** ASCII; shorter at the end of the bytes. */
export function asciiAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

export const fromAscii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export function startsWith(bytes: Uint8Array, start: readonly number[] | string): boolean {
  const wanted = typeof start === "string" ? fromAscii(start) : start;
  return wanted.every((byte, index) => bytes[index] === byte);
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new ByteWriter(parts.reduce((sum, part) => sum + part.length, 0));
  for (const part of parts) all.write(part);
  return all.written();
}

export class ByteWriter {
  readonly #bytes: Uint8Array;
  #end = 0;

  constructor(bytesMax: number) {
    this.#bytes = new Uint8Array(bytesMax);
  }

  write(part: Uint8Array): void {
    this.#bytes.set(part, this.#end);
    this.#end += part.length;
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }
}

export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
}

/** `payload` is valid only during the call. */
export type FrameListener = (opcode: number, payload: Buffer) => void;

export const OPCODE_TEXT = 1;
export const OPCODE_CLOSE = 8;
export const OPCODE_PING = 9;
export const OPCODE_PONG = 10;

const NOTHING = Buffer.alloc(0);

/** Splits a server's byte stream into websocket frames. Measured servers send only unmasked, unfragmented ones. */
export class FrameReader {
  #rest: Buffer = NOTHING;
  readonly #listener: FrameListener;

  constructor(listener: FrameListener) {
    this.#listener = listener;
  }

  /** `chunk` may be overwritten after the call. */
  push(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let position = 0;
    for (;;) {
      const frame = frameAt(bytes, position);
      if (frame === undefined) break;
      this.#listener((bytes[position] ?? 0) & 0x0f, bytes.subarray(frame.start, frame.end));
      position = frame.end;
    }
    this.#rest = position === bytes.length ? NOTHING : Buffer.from(bytes.subarray(position));
  }
}

function frameAt(bytes: Buffer, position: number): { start: number; end: number } | undefined {
  const available = bytes.length - position;
  if (available < 2) return undefined;
  const short = (bytes[position + 1] ?? 0) & 0x7f;
  const headerBytes = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (available < headerBytes) return undefined;
  const length =
    short < 126
      ? short
      : short === 126
        ? bytes.readUInt16BE(position + 2)
        : Number(bytes.readBigUInt64BE(position + 2));
  const start = position + headerBytes;
  return available < headerBytes + length ? undefined : { start, end: start + length };
}

/** Builds a client's frame, masked with zeros, which is valid and costs nothing. */
export function clientFrame(opcode: number, payload: Buffer | string): Buffer {
  const body = Buffer.from(payload);
  const header =
    body.length < 126 ? Buffer.from([0x80 | opcode, 0x80 | body.length]) : Buffer.from([0x80 | opcode, 0xfe, 0, 0]);
  if (body.length >= 126) header.writeUInt16BE(body.length, 2);
  return Buffer.concat([header, Buffer.alloc(4), body]);
}

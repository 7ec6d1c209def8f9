import { connect, type Socket } from "node:net";

/** The server to which strangers connect, and the loopback address from which they do. */
export interface Target {
  readonly port: number;
  readonly appKey: string;
  readonly from: string;
}

/** How a connection ended, for the report: `refused 429`, `closed 4009` or `cut`. */
export type End = string;

/** A connection that follows no protocol. */
export interface RawConnection {
  write(bytes: Buffer | string): void;
  end(): void;
  destroy(): void;
}

export interface RawListener {
  /** Keeps our side of the connection open after the server has ended its side. */
  readonly holdsOn?: true;
  onOpen(connection: RawConnection): void;
  /** Called once, with the status of the response. */
  onAnswer?(connection: RawConnection, status: number): void;
  onEnd(end: End): void;
}

const emptyMask = Buffer.alloc(4);

/** A masked client frame. `opcode` includes the FIN bit. */
export const frame = (opcode: number, payload = ""): Buffer =>
  Buffer.concat([Buffer.from([opcode, 0x80 | payload.length]), emptyMask, Buffer.from(payload)]);

export const upgradeHead = (path: string, origin?: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ...(origin === undefined ? [] : [`Origin: ${origin}`]),
    "",
    "",
  ].join("\r\n");

export const socketPath = ({ appKey }: Target): string => `/app/${appKey}?protocol=7&client=stranger&version=1`;

const pongFrame = frame(0x8a);
const pusherPong = frame(0x81, JSON.stringify({ event: "pusher:pong", data: {} }));

/** Connects, and replies to pings so that silence does not end the connection. Ignores everything else that arrives. */
export function knock(target: Target, listener: RawListener): RawConnection {
  const { port, from: localAddress } = target;
  const socket = connect({ host: "127.0.0.1", port, localAddress, allowHalfOpen: listener.holdsOn === true });
  let [status, code]: [number | null, number | null] = [null, null];
  let unread: Buffer = Buffer.alloc(0);
  const connection: RawConnection = {
    write: (bytes) => void (socket.writable && socket.write(bytes)),
    end: () => socket.end(),
    destroy: () => socket.destroy(),
  };
  const read = (data: Buffer): void => {
    unread = Buffer.concat([unread, data]);
    if (status === null) {
      const head = unread.indexOf("\r\n\r\n");
      if (head < 0) return;
      status = Number(unread.subarray(9, 12).toString());
      unread = unread.subarray(head + 4);
      listener.onAnswer?.(connection, status);
    }
    if (status === 101) ({ unread, code } = readFrames(socket, unread, code));
    else unread = Buffer.alloc(0);
  };
  socket.on("data", read);
  socket.on("error", () => socket.destroy());
  socket.once("connect", () => listener.onOpen(connection));
  socket.once("close", () => listener.onEnd(endOf(status, code)));
  return connection;
}

function endOf(status: number | null, code: number | null): End {
  if (code !== null) return `closed ${code}`;
  if (status !== null && status !== 101) return `refused ${status}`;
  return status === null ? "cut unanswered" : "cut";
}

/** Replies to pings, and looks for the close code. */
function readFrames(socket: Socket, bytes: Buffer, codeBefore: number | null): { unread: Buffer; code: number | null } {
  let [unread, code] = [bytes, codeBefore];
  for (let read = readFrame(unread); read !== null; read = readFrame(unread)) {
    const { opcode, payload } = read;
    if (opcode === opcodes.close) {
      code = payload.length >= 2 ? payload.readUInt16BE(0) : null;
      socket.end();
    }
    const pong = opcode === opcodes.ping ? pongFrame : payload.includes('"pusher:ping"') ? pusherPong : null;
    if (pong !== null && socket.writable) socket.write(pong);
    unread = read.rest;
  }
  return { unread, code };
}

const opcodes = { close: 0x8, ping: 0x9 } as const;

/** An unmasked frame from the server and the bytes after it; null until the frame is complete. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; rest: Buffer } | null {
  const isLong = bytes[1] === 126;
  const headBytes = isLong ? 4 : 2;
  if (bytes.length < headBytes) return null;
  const end = headBytes + (isLong ? bytes.readUInt16BE(2) : (bytes[1] ?? 0));
  if (bytes.length < end) return null;
  return { opcode: (bytes[0] ?? 0) & 0x0f, payload: bytes.subarray(headBytes, end), rest: bytes.subarray(end) };
}

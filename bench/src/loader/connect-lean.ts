import { connect, type Socket } from "node:net";

// One read buffer for the whole process, so that thousands of clients take little memory and copy nothing.
const sharedBuffer = Buffer.alloc(64 * 1024);

/** Connects to loopback. The bytes passed to `receive` are valid only during the call. */
export function connectLean(at: { port: number; localAddress?: string }, receive: (bytes: Buffer) => void): Socket {
  return connect({
    ...at,
    host: "127.0.0.1",
    noDelay: true,
    onread: {
      buffer: sharedBuffer,
      callback: (length) => {
        receive(sharedBuffer.subarray(0, length));
        return true;
      },
    },
  });
}

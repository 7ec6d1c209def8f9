import { connect, type Socket } from "node:net";

// All connections of a process read into one buffer: thousands of clients cost little memory and no copy.
const sharedBuffer = Buffer.alloc(64 * 1024);

/** Connects to a port of this machine; what `receive` gets may be overwritten after the call. */
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

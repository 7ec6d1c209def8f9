import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";

/** A WebSocket server that does only what the test makes it do. */
export interface HostileServer {
  readonly port: number;
  readonly sockets: readonly WebSocket[];
  /** Sends text, a frame as JSON, or bytes over the newest socket. */
  readonly send: (...frames: readonly unknown[]) => void;
}

export async function startHostileServer(onSocket: (socket: WebSocket) => void): Promise<HostileServer> {
  const sockets: WebSocket[] = [];
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket) => {
    sockets.push(socket);
    onSocket(socket);
  });
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
    server.close();
  });
  const asSent = (frame: unknown) =>
    typeof frame === "string" || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame);
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    send: (...frames) => {
      for (const frame of frames) sockets.at(-1)?.send(asSent(frame));
    },
  };
}

export const established = {
  event: "pusher:connection_established",
  data: JSON.stringify({ socket_id: "1.1", activity_timeout: 30 }),
};

export const succeeded = (channel: string, data: unknown = {}) => ({
  event: "pusher_internal:subscription_succeeded",
  channel,
  data: JSON.stringify(data),
});

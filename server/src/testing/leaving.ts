import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { call } from "./http-calls.ts";

/** Sends the head and half of the body of a sign-in, which is then accepted but unfinished. */
export async function beginRequest(url: string, body: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  const head = `POST /api/v1/login HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 5)}`);
  return socket;
}

export async function openSocket(url: string): Promise<WebSocket> {
  const { body } = await call(url, "/api/v1/settings");
  const socket = new WebSocket(`${url.replace("http", "ws")}/app/${String(body["pusher_key"])}?protocol=7`);
  onTestFinished(() => socket.close());
  await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));
  return socket;
}

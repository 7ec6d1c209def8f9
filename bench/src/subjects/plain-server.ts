import { createServer, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";

// The simplest server for the job: one ws socket per client, one encoding per event, one `send` per socket, no signatures. "bare" writes finished
// frames directly to the streams, which is the least that a server on Node's sockets can cost.

const isBare = process.argv[2] === "bare";
const subscribers = new Map<WebSocket, Duplex>();
const streams = new WeakMap<WebSocket, Duplex>();
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
let opened = 0;

function receive(socket: WebSocket, text: string): void {
  const frame: { event?: string; data?: { channel?: string } } = JSON.parse(text);
  if (frame.event === "pusher:ping") socket.send('{"event":"pusher:pong","data":"{}"}');
  if (frame.event !== "pusher:subscribe") return;
  const stream = streams.get(socket);
  if (stream !== undefined) subscribers.set(socket, stream);
  const answer = { event: "pusher_internal:subscription_succeeded", channel: frame.data?.channel, data: "{}" };
  socket.send(JSON.stringify(answer));
}

function broadcast(event: { name: string; channel?: string; channels?: string[]; data: string }): void {
  const channel = event.channel ?? event.channels?.[0];
  const text = Buffer.from(JSON.stringify({ event: event.name, channel, data: event.data }));
  const frame = isBare ? textFrame(text) : text;
  for (const [socket, stream] of subscribers) {
    if (isBare) stream.write(frame);
    else socket.send(text, { binary: false });
  }
}

/** A frame for a text of 126 to 65,535 bytes, as all samples are. */
function textFrame(text: Buffer): Buffer {
  const header = Buffer.from([0x81, 126, 0, 0]);
  header.writeUInt16BE(text.length, 2);
  return Buffer.concat([header, text]);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const server = createServer((request, response) => {
  void bodyOf(request).then((text) => {
    const body = JSON.parse(text);
    for (const event of body.batch ?? [body]) broadcast(event);
    response.setHeader("content-type", "application/json").end("{}");
  });
});

server.on("upgrade", (request, stream, head) => {
  sockets.handleUpgrade(request, stream, head, (socket) => {
    opened += 1;
    const data = JSON.stringify({ socket_id: `1.${opened}`, activity_timeout: 30 });
    streams.set(socket, stream);
    socket.on("message", (message) => {
      if (Buffer.isBuffer(message)) receive(socket, message.toString());
    });
    socket.on("close", () => subscribers.delete(socket));
    socket.send(JSON.stringify({ event: "pusher:connection_established", data }));
  });
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});
process.on("disconnect", () => process.exit(0));

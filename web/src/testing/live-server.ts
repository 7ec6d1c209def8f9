import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

interface LiveSocket {
  readonly id: string;
  readonly received: readonly { readonly event: string; readonly channel?: string; readonly data: unknown }[];
  readonly send: (event: string, data: unknown, channel?: string) => void;
  readonly raw: (frame: string) => void;
  readonly close: (code: number) => void;
  readonly fallSilent: () => void;
}

/** A small live server, which greets, confirms every subscription, and can restart on the same port. */
export interface LiveServer {
  readonly port: number;
  readonly sockets: readonly LiveSocket[];
  /** Channels whose authorization gets 403. */
  readonly refused: Set<string>;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

export async function startLiveServer(): Promise<LiveServer> {
  const sockets: LiveSocket[] = [];
  const refused = new Set<string>();
  let http = await listen(0, sockets, refused);
  const { port } = http.address() as AddressInfo;
  return {
    port,
    sockets,
    refused,
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.emit("cut");
        http.closeAllConnections();
      }),
    start: async () => {
      http = await listen(port, sockets, refused);
    },
  };
}

function listen(port: number, sockets: LiveSocket[], refused: ReadonlySet<string>): Promise<Server> {
  const http = createServer();
  const live = new WebSocketServer({ server: http });
  http.on("cut", () => {
    for (const client of live.clients) client.terminate();
  });
  live.on("connection", (socket: WebSocket) => sockets.push(greet(socket, `${sockets.length + 1}.1`, refused)));
  return new Promise((resolve) => {
    http.listen(port, "127.0.0.1", () => resolve(http));
  });
}

function greet(socket: WebSocket, id: string, refused: ReadonlySet<string>): LiveSocket {
  let isSilent = false;
  const received: { event: string; channel?: string; data: unknown }[] = [];
  const send: LiveSocket["send"] = (event, data, channel) =>
    socket.send(JSON.stringify({ event, data: JSON.stringify(data), ...(channel ? { channel } : {}) }));
  socket.on("message", (frame: Buffer) => {
    const message = JSON.parse(frame.toString("utf8"));
    received.push(message);
    if (isSilent) return;
    if (message.event === "pusher:ping") send("pusher:pong", {});
    if (message.event !== "pusher:subscribe") return;
    const { channel } = message.data;
    if (refused.has(channel)) {
      send("pusher:subscription_error", { type: "AuthError", error: "", status: 403 }, channel);
      return;
    }
    const here = {
      presence: {
        ids: ["2"],
        hash: { 2: { id: 2, name: "Radu", customer: false, erp: true, agent: false } },
        count: 1,
      },
    };
    send("pusher_internal:subscription_succeeded", channel.startsWith("presence-") ? here : {}, channel);
  });
  send("pusher:connection_established", { socket_id: id, activity_timeout: 30 });
  const fallSilent = (): void => {
    isSilent = true;
  };
  return { id, received, send, raw: (text) => socket.send(text), close: (code) => socket.close(code), fallSilent };
}

import { WebSocket } from "ws";
import { isRecord } from "../../realtime/json.ts";
import { signed } from "./core.ts";
import { readFrame, type ReadFrame } from "./fake-socket.ts";

export interface LiveClientOptions {
  readonly path?: string;
  readonly origin?: string;
}

/** A websocket client that speaks the protocol by hand and records its frames. */
export class LiveClient {
  readonly frames: ReadFrame[] = [];
  readonly socket: WebSocket;
  /** Resolves with the close code, or with the HTTP status of a refused handshake. */
  readonly closed: Promise<number>;
  id = "";
  readonly #waiting = new Set<() => void>();

  constructor(port: number, { path = "/app/app-key?protocol=7", origin }: LiveClientOptions = {}) {
    const options = origin === undefined ? {} : { origin };
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, options);
    this.closed = new Promise((resolve) => {
      this.socket.on("close", resolve);
      this.socket.on("unexpected-response", (_request, response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
    });
    // The close event that follows reports the error.
    this.socket.on("error", () => undefined);
    this.socket.on("message", (data) => {
      if (Buffer.isBuffer(data)) this.#received(data.toString());
    });
  }

  async established(): Promise<void> {
    const { data } = await this.next("pusher:connection_established");
    this.id = isRecord(data) ? String(data["socket_id"]) : "";
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  }

  async subscribe(channel: string, member?: object): Promise<ReadFrame> {
    this.send({ event: "pusher:subscribe", data: { channel, ...signed(this.id, channel, member) } });
    return this.take((frame) => frame.channel === channel && frame.event.includes("subscription"));
  }

  /** Takes the first frame of this name, waiting for it if necessary. */
  next(event: string): Promise<ReadFrame> {
    return this.take((frame) => frame.event === event);
  }

  async take(isWanted: (frame: ReadFrame) => boolean): Promise<ReadFrame> {
    for (;;) {
      const index = this.frames.findIndex(isWanted);
      const [frame] = index === -1 ? [] : this.frames.splice(index, 1);
      if (frame !== undefined) return frame;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Waits for everything that the server has sent so far: frames keep their order, so the pong comes last. */
  async settle(): Promise<void> {
    this.send({ event: "pusher:ping", data: {} });
    await this.next("pusher:pong");
  }

  async close(): Promise<number> {
    this.socket.close();
    return this.closed;
  }

  #received(text: string): void {
    this.frames.push(readFrame(text));
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

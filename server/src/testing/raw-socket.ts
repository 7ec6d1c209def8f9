import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { vi } from "vitest";
import { WebSocket } from "ws";

export interface ReceivedFrame {
  readonly event: string;
  readonly channel?: string;
  readonly data: unknown;
}

/** A websocket that speaks the Pusher protocol by hand and records its frames. */
export interface RawSocket {
  readonly socketId: string;
  readonly frames: readonly ReceivedFrame[];
  send(event: string, data: unknown, channel?: string): void;
  /** Returns the first matching frame, whether past or future. */
  frame(fits: (frame: ReceivedFrame) => boolean): Promise<ReceivedFrame>;
  readonly closed: Promise<number>;
  close(): void;
}

/** Connects to `ws://…/app/{key}` and waits for the socket id. */
export async function openRawSocket(url: string): Promise<RawSocket> {
  const socket = new WebSocket(`${url}?protocol=7&client=raw&version=1`);
  const frames: ReceivedFrame[] = [];
  socket.on("message", (message: Buffer) => {
    const { event, channel, data } = JSON.parse(message.toString());
    frames.push({ event, channel, data: typeof data === "string" ? parsed(data) : data });
  });
  const closed = new Promise<number>((resolve) => socket.on("close", (code) => resolve(code)));
  const frame: RawSocket["frame"] = (fits) =>
    vi.waitFor(() => {
      const found = frames.find(fits);
      if (found === undefined) throw new Error(`no such frame among ${frames.map(({ event }) => event).join(", ")}`);
      return found;
    }, patient);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  const established = await frame(({ event }) => event === "pusher:connection_established");
  const { socket_id: socketId } = established.data as { socket_id: string };
  return {
    socketId,
    frames,
    frame,
    closed,
    send: (event, data, channel) => socket.send(JSON.stringify({ event, data, ...(channel ? { channel } : {}) })),
    close: () => socket.close(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

import { WebSocket } from "ws";
import { sleep } from "../clock.ts";
import { floodApp, floodChannel } from "./flood.ts";

/** How long a reader reads nothing before it looks what became of it. */
const blindMs = 2000;
/** Between one reader's arrival and the next one's. */
const apartMs = 20;
/** After that it reads on for so long at most, to see how it was closed. */
const lookMs = 2000;

/** How the server ended a reader that did not read; null where it did not. */
export interface ReaderEnd {
  readonly code: number | null;
  /** What had been kept for it, in the kernel and in the server. */
  readonly bytes: number;
}

/** Subscribes, stops reading, and after a while looks how it was closed. */
async function readSlowly(address: string): Promise<ReaderEnd> {
  let bytes = 0;
  const socket = subscribe(
    address,
    (data) => (bytes += data.length),
    () => socket.pause(),
  );
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  await sleep(blindMs);
  socket.resume();
  const code = await Promise.race([closed, sleep(lookMs).then(() => null)]);
  socket.terminate();
  return { code, bytes };
}

/** So many readers, one shortly after the other. */
export async function readAllSlowly(address: string, count: number): Promise<ReaderEnd[]> {
  return await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await sleep(index * apartMs);
      return await readSlowly(address);
    }),
  );
}

/** Reads all that comes until it is stopped; answers then how many bytes. */
export function readAll(address: string): { stop(): number } {
  let bytes = 0;
  const socket = subscribe(address, (data) => (bytes += data.length));
  return {
    stop() {
      socket.terminate();
      return bytes;
    },
  };
}

function subscribe(address: string, onMessage: (data: Buffer) => void, onSubscribed = () => {}): WebSocket {
  const url = `${address.replace(/^http/u, "ws")}/app/${floodApp.key}?protocol=7`;
  const socket = new WebSocket(url, { perMessageDeflate: false });
  let isSubscribed = false;
  // Whoever is cut may be reset in the middle of a frame; how it was closed is told by `close`.
  socket.on("error", () => undefined);
  socket.on("message", (data: Buffer) => {
    onMessage(data);
    if (isSubscribed) return;
    if (data.includes("connection_established")) {
      socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: floodChannel } }));
    }
    isSubscribed = data.includes("subscription_succeeded");
    if (isSubscribed) onSubscribed();
  });
  return socket;
}

import { WebSocket } from "ws";
import { sleep } from "../clock.ts";
import { floodApp, floodChannel } from "./flood.ts";

/** How long a reader reads nothing, ms. */
const blindMs = 2000;
/** The interval between the readers' arrivals, ms. */
const apartMs = 20;
/** How long the reader then reads, to find out how it was closed, ms. */
const lookMs = 2000;

export interface ReaderEnd {
  readonly code: number | null;
  /** How many bytes the kernel and the server held for the reader. */
  readonly bytes: number;
}

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

export async function readAllSlowly(address: string, count: number): Promise<ReaderEnd[]> {
  return await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await sleep(index * apartMs);
      return await readSlowly(address);
    }),
  );
}

/** Reads everything until `stop`, which returns the number of bytes. */
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
  // A cut may reset the socket inside a frame; `close` reports how it ended.
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

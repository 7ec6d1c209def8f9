import type { Socket } from "node:net";
import { monoMs, sleep } from "../clock.ts";

/** The conditions of links, shared by all running links of a proxy. */
export interface LinkConditions {
  /** The delay of each chunk, ms. The order is kept, and delays overlap. */
  readonly latencyMs: number;
  /** The most bytes per second in each direction of a connection; null for no limit. */
  readonly bytesPerSecond: number | null;
  /** Stops all bytes without closing anything, like an unplugged cable. */
  readonly isStalled: boolean;
}

export const calm: LinkConditions = { latencyMs: 0, bytesPerSecond: null, isStalled: false };

/** Receives each chunk of one direction before it is passed on. Returns what to pass on instead, or null to hold the chunk back or drop it. */
export type ChunkFilter = (chunk: Buffer) => Buffer | null;

export interface LinkParts {
  readonly source: Socket;
  readonly sink: Socket;
  /** Returns the current conditions. It is called for every piece, so that a change takes effect at once. */
  readonly conditions: () => LinkConditions;
  readonly filter: ChunkFilter;
}

/** When this many bytes are waiting, the sender is paused. */
const waitingBytesMax = 1024 * 1024;
/** How often a stalled or throttled link checks its conditions, ms. */
const tickMs = 20;

interface Waiting {
  readonly chunk: Buffer;
  readonly dueAt: number;
}

/** Carries bytes, and finally the end, from source to sink under the given conditions. */
export function carry({ source, sink, conditions, filter }: LinkParts): void {
  const waiting: Waiting[] = [];
  let waitingBytes = 0;
  let isEnded = false;
  let isRunning = false;

  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const restMs = next.dueAt - monoMs();
      if (restMs > 0) await sleep(restMs);
      await pour(next.chunk, sink, conditions);
      waitingBytes -= next.chunk.length;
      if (waitingBytes < waitingBytesMax) source.resume();
    }
    isRunning = false;
    if (isEnded) sink.end();
  };

  source.on("data", (arrived: Buffer) => {
    const chunk = filter(arrived);
    if (chunk === null || chunk.length === 0) return;
    waiting.push({ chunk, dueAt: monoMs() + conditions().latencyMs });
    waitingBytes += chunk.length;
    if (waitingBytes >= waitingBytesMax) source.pause();
    void run();
  });
  source.on("end", () => {
    isEnded = true;
    void run();
  });
}

/** Writes a chunk no faster than the rate allows, and waits while the link is stalled. */
async function pour(chunk: Buffer, sink: Socket, conditions: () => LinkConditions): Promise<void> {
  for (let rest = chunk; rest.length > 0 && !sink.destroyed;) {
    const { isStalled, bytesPerSecond } = conditions();
    if (isStalled) {
      await sleep(tickMs);
      continue;
    }
    const piece = bytesPerSecond === null ? rest : rest.subarray(0, Math.max(1, (bytesPerSecond * tickMs) / 1000));
    const isRoomy = sink.write(piece);
    rest = rest.subarray(piece.length);
    if (bytesPerSecond !== null) await sleep((piece.length / bytesPerSecond) * 1000);
    else if (!isRoomy) await drained(sink);
  }
}

async function drained(sink: Socket): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = (): void => {
      sink.off("drain", go).off("close", go);
      resolve();
    };
    sink.on("drain", go).on("close", go);
  });
}

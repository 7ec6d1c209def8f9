import type { Socket } from "node:net";
import { monoMs, sleep } from "../clock.ts";

/** What a link does to the bytes that pass: one object for all links of a proxy, changed while they run. */
export interface LinkConditions {
  /** Each chunk arrives this much later, ms; the order stays and chunks overlap. */
  readonly latencyMs: number;
  /** Longest rate of each direction of a connection, bytes a second; null for no limit. */
  readonly bytesPerSecond: number | null;
  /** True while nothing passes and nothing is closed: a cable that was pulled. */
  readonly isStalled: boolean;
}

/** A link in good order. */
export const calm: LinkConditions = { latencyMs: 0, bytesPerSecond: null, isStalled: false };

/** What is known of the bytes of one direction before they pass: a filter may change, hold back or swallow them. */
export type ChunkFilter = (chunk: Buffer) => Buffer | null;

export interface LinkParts {
  readonly source: Socket;
  readonly sink: Socket;
  /** Asked again for every piece, so that a change is felt at once. */
  readonly conditions: () => LinkConditions;
  readonly filter: ChunkFilter;
}

/** Past this much that waits in a link the sender is made to wait. */
const waitingBytesMax = 1024 * 1024;
/** How often a stalled or throttled link looks whether it may go on, ms. */
const tickMs = 20;

interface Waiting {
  readonly chunk: Buffer;
  readonly dueAt: number;
}

/** Carries bytes from source to sink under the conditions, and the end of the source after them. */
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

/** Writes a chunk no faster than the rate and not at all while the link is stalled. */
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

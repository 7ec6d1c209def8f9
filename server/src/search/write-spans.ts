import { endOfTick } from "../kernel/clock.ts";
import { cutChunks } from "./cut-chunks.ts";
import type { Chunk, ChunkWrite, IndexBatch, LogSpan } from "./index-store.ts";

/** A batch stops writing after this time (ms), since edits and deletions wait for it. */
const batchMsMax = 200;
const writtenBytesMax = 256 * 1024;
/** Longest time before yielding to sockets and calls, in ms. */
const tickMsMax = 5;

export interface WrittenSpans {
  /** The last `seq` written of each span that was begun. */
  readonly upto: ReadonlyMap<LogSpan, number>;
  readonly bytes: number;
}

/** Writes spans. Stops early if that takes long, but within a span only if `isDivisible`: the next batch then continues from the room's `logSeq`. */
export async function writeSpans(
  batch: IndexBatch,
  spans: readonly LogSpan[],
  isDivisible: boolean,
): Promise<WrittenSpans> {
  const writer = new SpanWriter(batch);
  const messages = Map.groupBy(await batch.listMessages(spans), ({ roomId }) => roomId);
  for (const span of spans) {
    const own = (messages.get(span.roomId) ?? []).filter(({ seq }) => seq >= span.firstSeq && seq <= span.lastSeq);
    await writer.add(span, cutChunks(own), isDivisible);
    if (writer.isOver()) break;
  }
  await writer.write();
  return writer;
}

class SpanWriter implements WrittenSpans {
  readonly upto = new Map<LogSpan, number>();
  bytes = 0;
  readonly isOver = timeLimit(batchMsMax);
  readonly #batch: IndexBatch;
  #isTickOver = timeLimit(tickMsMax);
  #waiting: ChunkWrite[] = [];
  #waitingBytes = 0;

  constructor(batch: IndexBatch) {
    this.#batch = batch;
  }

  async add(span: LogSpan, chunks: Iterable<Chunk>, isDivisible: boolean): Promise<void> {
    for (const change of writesOf(span, chunks)) {
      this.#waiting.push(change);
      this.upto.set(span, change.lastSeq);
      const bytes = change.chunk?.bytes ?? 0;
      this.bytes += bytes;
      this.#waitingBytes += bytes;
      if (this.#waitingBytes > writtenBytesMax) await this.write();
      if (isDivisible && this.isOver()) return;
      if (!this.#isTickOver()) continue;
      await endOfTick();
      this.#isTickOver = timeLimit(tickMsMax);
    }
  }

  async write(): Promise<void> {
    await this.#batch.writeChunks(this.#waiting);
    [this.#waiting, this.#waitingBytes] = [[], 0];
  }
}

/**
 * Yields the chunks to write. Each replaces those that began between the previous one and its own end; the last one replaces up to the end of the
 * span.
 */
function* writesOf(span: LogSpan, chunks: Iterable<Chunk>): Generator<ChunkWrite> {
  let [firstSeq, before]: [number, Chunk | null] = [span.firstSeq, null];
  for (const chunk of chunks) {
    if (before !== null) {
      yield { roomId: span.roomId, firstSeq, lastSeq: before.lastSeq, chunk: before };
      firstSeq = before.lastSeq + 1;
    }
    before = chunk;
  }
  yield { roomId: span.roomId, firstSeq, lastSeq: span.lastSeq, chunk: before };
}

function timeLimit(limitMs: number): () => boolean {
  const beganAt = performance.now();
  return () => performance.now() - beganAt > limitMs;
}

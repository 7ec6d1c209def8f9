import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { monoMs } from "../clock.ts";
import { type HistoryLine, type NewLine, toLine } from "./history-line.ts";

/** Keeps what the clients of one run do and see, in the order in which it happened. */
export interface Recorder {
  write(line: NewLine): HistoryLine;
  /** Milliseconds since the history began: the `t_mono` of a line written now. */
  now(): number;
  readonly lines: readonly HistoryLine[];
  /** How many bytes were looked through for nonces. */
  scannedBytes: number;
  /** Writes all lines to a file, one JSON text each. */
  save(file: string): Promise<void>;
}

/** An empty history that begins now. */
export function createRecorder(): Recorder {
  const start = monoMs();
  const lines: HistoryLine[] = [];
  const now = (): number => monoMs() - start;
  return {
    lines,
    now,
    scannedBytes: 0,
    write(line) {
      const whole = toLine(line, line.t_mono ?? now());
      lines.push(whole);
      return whole;
    },
    async save(file) {
      const stream = createWriteStream(file);
      for (const line of lines) stream.write(`${JSON.stringify(line)}\n`);
      stream.end();
      await finished(stream);
    },
  };
}

import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { monoMs } from "../clock.ts";
import { type HistoryLine, type NewLine, toLine } from "./history-line.ts";

export interface Recorder {
  write(line: NewLine): HistoryLine;
  now(): number;
  readonly lines: readonly HistoryLine[];
  scannedBytes: number;
  save(file: string): Promise<void>;
}

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

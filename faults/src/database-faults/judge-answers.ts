import type { HistoryLine } from "../history/history-line.ts";

/** The responses to writes while the database was unavailable, and which of them violate ERR-5. */
export interface AnswersJudged {
  readonly refused: number;
  readonly slowestMs: number;
  /** The longest time from a fault's end to a write that was still refused, ms. */
  readonly recoveryMs: number;
  readonly broken: readonly string[];
}

/** ERR-5: responses must come within 5 s, and everything must work within 5 s of the database's return. */
const answerMsMax = 5000;
const recoveryMsMax = 5000;

interface Write {
  readonly asked: HistoryLine;
  readonly answered: HistoryLine;
  readonly word: string;
}

/** Judges every send and read. A `fault` line is `invoke` when the fault begins and `ok` when it ends. */
export function judgeAnswers(lines: readonly HistoryLine[]): AnswersJudged {
  const faults = lines.filter(({ f }) => f === "fault");
  const writes = writesOf(lines);
  const refused = writes.filter(({ answered }) => answered.type !== "ok");
  const slowest = Math.max(0, ...writes.map(durationOf));
  const late = refused.map((write) => sinceReturn(write, faults));
  const broken = [
    ...refused.filter(({ word }) => word !== "503").map(({ word }) => `a write was answered: ${word}`),
    ...writes.filter((write) => durationOf(write) > answerMsMax).map((write) => `a write took ${secondsOf(write)}`),
    ...late.filter((ms) => ms > recoveryMsMax).map((ms) => `a write was refused ${Math.round(ms)} ms after the return`),
    ...(refused.length === 0 ? ["no write was refused, so nothing was tried"] : []),
  ];
  return {
    refused: refused.length,
    slowestMs: Math.round(slowest),
    recoveryMs: Math.round(Math.max(0, ...late)),
    broken: [...new Set(broken)],
  };
}

const durationOf = ({ asked, answered }: Write): number => answered.t_mono - asked.t_mono;

const secondsOf = (write: Write): string => `${(durationOf(write) / 1000).toFixed(1)} s to be answered ${write.word}`;

/** Pairs each write with its outcome, which is the client's next line, since a client does one thing at a time. */
function writesOf(lines: readonly HistoryLine[]): Write[] {
  const writes: Write[] = [];
  const open = new Map<string, HistoryLine>();
  for (const line of lines) {
    if (line.f !== "publish" && line.f !== "read") continue;
    const key = `${line.proc} ${line.f}`;
    const asked = open.get(key);
    if (line.type === "invoke") open.set(key, line);
    else if (asked !== undefined) {
      writes.push({ asked, answered: line, word: String(line.f === "publish" ? line.value : line.kind) });
      open.delete(key);
    }
  }
  return writes;
}

/** The time from the last fault's end to the write, ms; 0 if a fault was still active, or began before the response. */
function sinceReturn({ asked, answered }: Write, faults: readonly HistoryLine[]): number {
  const isHit = faults.some(
    ({ type, t_mono }) => type === "invoke" && t_mono > asked.t_mono && t_mono <= answered.t_mono,
  );
  if (isHit) return 0;
  const before = faults.filter(({ t_mono }) => t_mono <= asked.t_mono).at(-1);
  return before === undefined || before.type === "invoke" ? 0 : asked.t_mono - before.t_mono;
}

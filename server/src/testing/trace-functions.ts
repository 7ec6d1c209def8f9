import { Session } from "node:inspector/promises";

/** A function that was entered: its file, and its name, preceded by those of the enclosing functions. */
export interface Entered {
  readonly file: string;
  readonly functions: readonly string[];
}

/** Traces calls through the files of a folder with V8's counters and breakpoints, without wrapping anything. */
export interface FunctionTracer {
  /** Runs the work twice: first to learn which functions it enters, then to record their order. */
  trace(work: () => Promise<void>): Promise<readonly Entered[]>;
  stop(): void;
}

interface Seen {
  readonly file: string;
  readonly name: string;
  readonly scriptId: string;
  readonly start: number;
  readonly end: number;
}

/** Conditions of breakpoints write to this field. */
const notes = globalThis as typeof globalThis & { enteredFunctions?: number[] };

/** Starts a tracer. Call it before the traced code is composed; otherwise, closures lack the names of the functions that created them. */
export async function startTracer(folder: string): Promise<FunctionTracer> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Debugger.enable");
  const all = new Map<string, Seen>();
  const takeRun = async (): Promise<readonly Seen[]> => {
    const run = await takeCoverage(session, folder);
    for (const seen of run) all.set(keyOf(seen), seen);
    return run;
  };
  const toEntered = ({ file, scriptId, start, end }: Seen): Entered => {
    const around = [...all.values()].filter(
      (other) => other.scriptId === scriptId && other.start <= start && other.end >= end && other.name !== "",
    );
    return { file, functions: around.map(({ name }) => name) };
  };
  return {
    async trace(work) {
      await takeRun();
      await work();
      const learned = await takeRun();
      const entered: number[] = [];
      notes.enteredFunctions = entered;
      for (const [index, seen] of learned.entries()) await noteEach(session, seen, index);
      await work();
      delete notes.enteredFunctions;
      const keys = new Set(learned.map(keyOf));
      // The second run may enter additional functions, at unknown positions.
      const further = (await takeRun()).filter((seen) => !keys.has(keyOf(seen)));
      return [...entered.flatMap((index) => learned[index] ?? []), ...further].map(toEntered);
    },
    stop: () => session.disconnect(),
  };
}

const keyOf = ({ scriptId, start }: Seen): string => `${scriptId} ${start}`;

async function takeCoverage(session: Session, folder: string): Promise<readonly Seen[]> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  return result.flatMap(({ url, scriptId, functions }) => {
    const [, file] = url.split(folder);
    if (file === undefined || file.startsWith("testing/") || file.includes(".test.")) return [];
    return functions.flatMap(({ functionName: name, ranges: [range] }) =>
      range === undefined || range.count === 0
        ? []
        : [{ file, name, scriptId, start: range.startOffset, end: range.endOffset }],
    );
  });
}

/** Sets a breakpoint whose condition records each hit and is never true. */
async function noteEach(session: Session, { scriptId, start }: Seen, index: number): Promise<void> {
  const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId });
  const before = scriptSource.slice(0, start).split("\n");
  const from = { scriptId, lineNumber: before.length - 1, columnNumber: before.at(-1)?.length ?? 0 };
  const { locations } = await session.post("Debugger.getPossibleBreakpoints", {
    start: from,
    restrictToFunction: true,
  });
  const condition = `globalThis.enteredFunctions?.push(${index}), false`;
  await session.post("Debugger.setBreakpoint", { location: locations[0] ?? from, condition });
}

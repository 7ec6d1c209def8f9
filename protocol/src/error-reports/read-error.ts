import { errorNames } from "./error-names.ts";

/** Recognises our own code, which reports may quote. */
export interface OwnCode {
  /** Maps a stack location to the file name used in reports; null for external code. */
  readonly ownFile: (location: string) => string | null;
  readonly isOwnText: (text: string, files: readonly string[]) => boolean;
  readonly codes: ReadonlySet<string>;
}

interface ReportedFrame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ReportedError {
  readonly name: string;
  /** The error's code, or its message if that is a constant in our code; otherwise null. */
  readonly value: string | null;
  /** The innermost call comes first. */
  readonly frames: readonly ReportedFrame[];
}

const causesMax = 3;
const framesMax = 30;
/** Longer stacks are truncated; longer lines are skipped. */
const [stackCharactersMax, lineCharactersMax] = [20_000, 500];

/** REP-1b: reads a thrown value and its causes, outermost first, keeping only what is known to be harmless. Never throws. */
export function readErrors(thrown: unknown, own: OwnCode): readonly ReportedError[] {
  const chain = [...causesOf(thrown)];
  return chain.length === 0
    ? [{ name: "NonError", value: null, frames: [] }]
    : chain.map((error) => readError(error, own));
}

function* causesOf(thrown: unknown): Iterable<object> {
  const seen = new Set<unknown>();
  let next = thrown;
  while (isObject(next) && !seen.has(next) && seen.size <= causesMax) {
    seen.add(next);
    yield next;
    next = fieldOf(next, "cause");
  }
}

function readError(error: object, own: OwnCode): ReportedError {
  const frames = framesOf(error, own);
  const [code, message] = [fieldOf(error, "code"), fieldOf(error, "message")];
  const files = frames.map(({ file }) => file);
  return { name: nameOf(error), value: knownText(code, message, files, own), frames };
}

function nameOf(error: object): string {
  const name = fieldOf(error, "name");
  if (typeof name === "string" && errorNames.has(name)) return name;
  return typeof fieldOf(error, "stack") === "string" ? "Error" : "NonError";
}

function knownText(code: unknown, message: unknown, files: readonly string[], own: OwnCode): string | null {
  if (typeof code === "string" && own.codes.has(code)) return code;
  return typeof message === "string" && own.isOwnText(message, files) ? message : null;
}

const frameEnd = /((?:(?:https?|file):\/)?\/[^\s()]+):(\d{1,6}):(\d{1,6})\)?$/;

function framesOf(error: object, own: OwnCode): readonly ReportedFrame[] {
  const [stack, message] = [fieldOf(error, "stack"), fieldOf(error, "message")];
  if (typeof stack !== "string") return [];
  // Some stacks begin with the message, whose lines may look like frames.
  const lines = withoutHead(stack, message).slice(0, stackCharactersMax).split("\n");
  return lines.flatMap((line) => frameOf(line, own)).slice(0, framesMax);
}

function withoutHead(stack: string, message: unknown): string {
  if (typeof message !== "string" || message === "") return stack;
  const at = stack.indexOf(message);
  return at < 0 ? stack : stack.slice(at + message.length);
}

function frameOf(line: string, { ownFile }: OwnCode): readonly ReportedFrame[] {
  if (line.length > lineCharactersMax) return [];
  const [, location, lineNumber, column] = frameEnd.exec(line.trimEnd()) ?? [];
  const file = location === undefined ? null : ownFile(location);
  return file === null ? [] : [{ file, line: Number(lineNumber), column: Number(column) }];
}

const isObject = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";

/** Reads a field whose getter may throw. */
function fieldOf(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name);
  } catch {
    return undefined;
  }
}

import type { LanguageCode, ParticipantKind } from "../participant.ts";
import type { ReportedError } from "./read-error.ts";

type ReportingPart = "page" | "worker" | "server";

/** REP-1b: where a report comes from. Its fields never hold free text. */
export interface ReportOrigin {
  readonly part: ReportingPart;
  readonly version: string;
  /** A pattern such as `/view/{chat}`, never an actual path. */
  readonly route?: string | undefined;
  readonly language?: LanguageCode | undefined;
  readonly kind?: ParticipantKind | undefined;
  readonly browser?: BrowserFamily | undefined;
}

export type BrowserFamily = "Chromium" | "Firefox" | "WebKit" | "other";

export interface ErrorReport {
  readonly errors: readonly ReportedError[];
  /** A fixed sentence from our own code. */
  readonly sentence?: string | null;
}

/** A page load, or a navigation between screens; times in ms since the epoch. */
export interface TraceReport {
  readonly operation: "pageload" | "navigation";
  readonly beganAtMs: number;
  readonly endedAtMs: number;
}

/** A report's id (32 hex digits) and time (ms since the epoch). */
export interface ReportStamp {
  readonly id: string;
  readonly atMs: number;
}

/** Makes a stamp from a UUID and ms since the epoch. */
export const stampOf = (uuid: string, atMs: number): ReportStamp => ({ id: uuid.replaceAll("-", ""), atMs });

/** `infer_ip` keeps the receiver from storing the sender's address. */
const sdk = { name: "cuplaj.reports", version: "1", settings: { infer_ip: "never" } };

/** Grouping key for equal errors: name, value or sentence, and innermost frame. */
export function errorKind({ errors, sentence }: ErrorReport): string {
  const [first] = errors;
  const frame = first?.frames[0];
  return [first?.name, first?.value ?? sentence ?? "", frame && `${frame.file}:${frame.line}:${frame.column}`].join(
    " ",
  );
}

/** Serializes an error as a Sentry envelope. */
export function errorEnvelope(report: ErrorReport, origin: ReportOrigin, stamp: ReportStamp): string {
  const { errors, sentence } = report;
  return envelopeOf("event", stamp, {
    ...commonOf(origin, stamp),
    level: "error",
    fingerprint: [errorKind(report)],
    ...(typeof sentence === "string" ? { logentry: { formatted: sentence } } : {}),
    // Sentry expects the innermost cause first, and the outermost call first.
    exception: { values: errors.map(exceptionOf).toReversed() },
  });
}

/** Serializes a duration as a Sentry envelope of type `transaction`. */
export function traceEnvelope(trace: TraceReport, origin: ReportOrigin, stamp: ReportStamp): string {
  return envelopeOf("transaction", stamp, {
    ...commonOf(origin, stamp),
    timestamp: trace.endedAtMs / 1000,
    start_timestamp: trace.beganAtMs / 1000,
    transaction_info: { source: "route" },
    contexts: { trace: { trace_id: stamp.id, span_id: stamp.id.slice(0, 16), op: trace.operation } },
    spans: [],
  });
}

function commonOf({ part, version, route, language, kind, browser }: ReportOrigin, { id, atMs }: ReportStamp) {
  return {
    event_id: id,
    timestamp: atMs / 1000,
    platform: part === "server" ? "node" : "javascript",
    release: `cuplaj@${version}`,
    sdk,
    ...(route === undefined ? {} : { transaction: route }),
    tags: { part, language, kind, browser },
  };
}

const exceptionOf = ({ name, value, frames }: ReportedError) => ({
  type: name,
  value: value ?? "",
  stacktrace: {
    frames: frames
      .map(({ file, line, column }) => ({ filename: `app:///${file}`, lineno: line, colno: column, in_app: true }))
      .toReversed(),
  },
});

function envelopeOf(type: "event" | "transaction", { id }: ReportStamp, item: object): string {
  return [{ event_id: id, sdk }, { type }, item].map((line) => JSON.stringify(line)).join("\n");
}

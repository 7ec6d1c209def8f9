import type { LanguageCode, ParticipantKind } from "../participant.ts";
import type { ReportedError } from "./read-error.ts";

/** The part of the product that reports. */
type ReportingPart = "page" | "worker" | "server";

/** REP-1b: all that a report says of where it comes from. No field holds free text. */
export interface ReportOrigin {
  readonly part: ReportingPart;
  readonly version: string;
  /** A pattern such as `/view/{chat}`, never an address. */
  readonly route?: string | undefined;
  readonly language?: LanguageCode | undefined;
  readonly kind?: ParticipantKind | undefined;
  readonly browser?: BrowserFamily | undefined;
}

export type BrowserFamily = "Chromium" | "Firefox" | "WebKit" | "other";

/** An error as it is reported: the thrown value, then its causes. */
export interface ErrorReport {
  readonly errors: readonly ReportedError[];
  /** A sentence of our own code about it. */
  readonly sentence?: string | null;
}

/** A page that was loaded, or a way from one screen to another, in ms since the epoch. */
export interface TraceReport {
  readonly operation: "pageload" | "navigation";
  readonly beganAtMs: number;
  readonly endedAtMs: number;
}

/** What makes one report differ from all others: 32 hex digits, and the time in ms since the epoch. */
export interface ReportStamp {
  readonly id: string;
  readonly atMs: number;
}

export const stampOf = (uuid: string, atMs: number): ReportStamp => ({ id: uuid.replaceAll("-", ""), atMs });

/** Says who speaks, and has the receiver store no address of whoever sent it. */
const sdk = { name: "cuplaj.reports", version: "1", settings: { infer_ip: "never" } };

/** What tells kinds of errors apart: reports of one kind are counted together. */
export function errorKind({ errors, sentence }: ErrorReport): string {
  const [first] = errors;
  const frame = first?.frames[0];
  return [first?.name, first?.value ?? sentence ?? "", frame && `${frame.file}:${frame.line}:${frame.column}`].join(
    " ",
  );
}

/** The body that reports an error, in the form of Sentry's envelopes. */
export function errorEnvelope(report: ErrorReport, origin: ReportOrigin, stamp: ReportStamp): string {
  const { errors, sentence } = report;
  return envelopeOf("event", stamp, {
    ...commonOf(origin, stamp),
    level: "error",
    fingerprint: [errorKind(report)],
    ...(typeof sentence === "string" ? { logentry: { formatted: sentence } } : {}),
    // The last cause comes first, and the outermost call of each.
    exception: { values: errors.map(exceptionOf).toReversed() },
  });
}

/** The body that reports how long something took. */
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

import type { Pace } from "./fan-out-run.ts";

export type Scenario = {
  readonly title: string;
  readonly sockets: number;
  readonly pace: Pace;
  /** PERF-2: the highest CPU time per delivery relative to soketi; null if not gated. */
  readonly limit: number | null;
};

const BURST = 10;

/** Streams have at most 50 requests a second and do not wait for deliveries. Lone events follow a pause, so that none is coalesced (LIVE-9). */
export const SCENARIOS: readonly Scenario[] = [
  { title: "single events, 500 sockets", sockets: 500, limit: 0.6, pace: stream(240) },
  { title: "bursts of ten, 500 sockets", sockets: 500, limit: 0.2, pace: bursts(50) },
  { title: "lone events, 500 sockets", sockets: 500, limit: null, pace: lone(40) },
  { title: "single events, 2,000 sockets", sockets: 2000, limit: 0.6, pace: stream(80) },
  { title: "bursts of ten, 2,000 sockets", sockets: 2000, limit: 0.2, pace: bursts(12) },
  { title: "lone events, 2,000 sockets", sockets: 2000, limit: null, pace: lone(15) },
];

function stream(requests: number): Pace {
  return { requests, eventsPerRequest: 1, everyMs: 20, waitsForDelivery: false };
}

function bursts(requests: number): Pace {
  return { requests, eventsPerRequest: BURST, everyMs: 60, waitsForDelivery: true };
}

function lone(requests: number): Pace {
  return { requests, eventsPerRequest: 1, everyMs: 120, waitsForDelivery: true };
}

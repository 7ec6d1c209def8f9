import type { Pace } from "./fan-out-run.ts";

/** One way of publishing to a channel with so many subscribed sockets. */
export type Scenario = {
  readonly title: string;
  readonly sockets: number;
  readonly pace: Pace;
  /** PERF-2: our CPU time per delivery divided by soketi's, at most; null where the figure is only told. */
  readonly limit: number | null;
};

const BURST = 10;

/**
 * Single events come in a steady stream of at most fifty a second, each by its own request as soon as the one before was
 * answered; nobody waits for deliveries. Bursts are ten events in one request. Lone events come after silence, so that none is written together with another (LIVE-9): they cost what
 * a write to a socket costs, on any server. The numbers of requests keep the CPU time well above its steps of 10 ms.
 */
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

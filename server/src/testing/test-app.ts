import { onTestFinished } from "vitest";
import { type App, type AppOptions, buildApp } from "../http/app.ts";
import { guardConnections } from "../http/connections.ts";
import { createDelayRefusal } from "../http/delay-refusals.ts";
import { createExpensiveAnswers } from "../http/expensive-answers.ts";
import { createMemoryRateLimiter } from "../http/rate-limiter.ts";
import { silentLog } from "../kernel/log.ts";
import { FakeClock } from "./realtime/fake-clock.ts";
import { someUser } from "./some-user.ts";
import { usualLimits } from "./usual-limits.ts";

/** The HTTP application on a real socket, with a test's calls and one person who owns every token. */
export interface TestApp {
  readonly app: App;
  readonly port: number;
  /** Controls delayed refusals and queues. */
  readonly clock: FakeClock;
  /** Controls how long requests may take to arrive. */
  readonly arrivals: FakeClock;
}

export interface TestAppOptions extends Omit<Partial<AppOptions>, "addRoutes">, Pick<AppOptions, "addRoutes"> {
  /** Burst allowed for calls that are limited as `reads`. */
  readonly reads?: number;
  /** Longest time without traffic on a connection, ms. */
  readonly stillMs?: number;
  /** Most concurrent expensive responses per person. */
  readonly expensive?: number;
}

export const goodToken = "Bearer a-token-of-twenty-characters";

export async function startTestApp({
  reads = 1000,
  stillMs = 20_000,
  expensive = 1,
  ...options
}: TestAppOptions): Promise<TestApp> {
  const [clock, arrivals] = [new FakeClock(), new FakeClock()];
  const rates = { ...usualLimits.calls.rates, reads: { burst: reads, perSecond: 0.001 } };
  const app = await buildApp({
    log: silentLog,
    version: "0",
    limits: null,
    trustedProxies: 0,
    identifyCaller: () => Promise.resolve({ user: someUser, session: "one", isProgram: false }),
    identifySession: () => Promise.resolve(null),
    isProven: () => Promise.resolve(true),
    tickets: { sessionOf: () => null },
    rateLimiter: createMemoryRateLimiter(rates, () => 0),
    expensiveAnswers: createExpensiveAnswers(clock, expensive),
    delayRefusal: createDelayRefusal(clock),
    clock,
    security: { note: () => undefined },
    answerHeaders: () => undefined,
    noteAway: () => undefined,
    hostNames: null,
    addHooks: () => undefined,
    addFormRoutes: () => undefined,
    ...options,
  });
  onTestFinished(async () => {
    // A client may still send a refused body, and would keep its connection.
    app.server.closeAllConnections();
    await app.close();
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  guardConnections([app.server], { clock: arrivals, bounds: null, stillMs });
  const address = app.server.address();
  return { app, port: typeof address === "object" && address !== null ? address.port : 0, clock, arrivals };
}

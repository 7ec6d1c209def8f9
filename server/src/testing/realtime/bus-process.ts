import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { expect, onTestFinished, vi } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import type { Bus } from "../../realtime/bus.ts";
import { connectRedisBus } from "../../realtime/bus-redis.ts";
import { Cluster } from "../../realtime/cluster.ts";
import { silentLog } from "./core.ts";
import { FakeClock } from "./fake-clock.ts";

/** Starts a process of a cluster with a fake clock, and records the kinds of its own messages that come back. */
export async function startProcess(url: string) {
  const clock = new FakeClock();
  const bus = await connectRedisBus({ url, channel: "x", secret: "bus", clock: systemClock, log: silentLog });
  const received: string[] = [];
  const listening: Bus = {
    ...bus,
    subscribe: (handler) =>
      bus.subscribe((envelope) => {
        received.push(envelope.message.kind);
        handler(envelope);
      }),
  };
  const nothing = () => undefined;
  const snapshot = () => ({ members: [], occupancy: [] });
  const listener = { received: nothing, dropped: nothing, left: nothing, snapshot, gap: nothing };
  const cluster = new Cluster("here", listening, clock, listener);
  cluster.start();
  onTestFinished(() => cluster.close());
  return { cluster, bus, received: () => received, beat: (count = 1) => clock.advance(count * 1000) };
}

export const until = (isSo: () => boolean): Promise<void> => vi.waitFor(() => expect(isSo()).toBe(true), patient);

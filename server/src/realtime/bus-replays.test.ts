import { expect, test } from "vitest";
import { createMemoryBus, type BusEnvelope, type BusMessage } from "./bus.ts";
import { silentLog, startCore } from "../testing/realtime/core.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";

const broadcastOf = (channel: string): BusMessage => ({
  kind: "broadcast",
  appId: "7",
  channels: [channel],
  event: "e",
  data: "{}",
});

function startRecorded() {
  const memory = createMemoryBus();
  const clock = new FakeClock();
  const lines: object[] = [];
  const asked: BusMessage[] = [];
  const there = memory.link();
  there.subscribe(({ message }) => {
    if (message.kind === "ask-roster") asked.push(message);
  });
  const log = { ...silentLog, warn: (fields: object) => void lines.push(fields) };
  const first = startCore({ clock, bus: memory.link(), log });
  const record: BusEnvelope[] = [];
  const said = {
    publish(number: number, message: BusMessage): void {
      const envelope = { node: "there", number, message };
      record.push(envelope);
      there.publish(envelope);
    },
  };
  const replay = (): void => {
    for (const envelope of record) there.publish(envelope);
  };
  return { clock, first, lines, asked, said, replay };
}

test("[SEC-10b] a message is applied once, even if its process is gone and it is replayed", () => {
  const { clock, first, said, replay } = startRecorded();
  const listener = first.connect();
  listener.subscribe("private-a");
  listener.wire.take();
  const events = (): number => listener.wire.take().filter(({ event }) => event === "e").length;
  said.publish(2, broadcastOf("private-a"));
  expect(events()).toBe(1);
  for (let count = 0; count < 5; count += 1) replay();
  expect(events()).toBe(0);
  clock.advance(10_000);
  replay();
  said.publish(3, { kind: "goodbye" });
  replay();
  expect([events(), first.parts.metrics.busGaps]).toEqual([0, 0]);
});

test("[SEC-10b] a process whose messages were lost is asked once a second, and logged once a minute", () => {
  const { clock, lines, asked, said } = startRecorded();
  clock.advance(5000);
  said.publish(1, { kind: "alive" });
  asked.length = 0;
  for (let number = 11; number <= 5001; number += 10) said.publish(number, { kind: "alive" });
  expect(asked).toHaveLength(0);
  clock.advance(1000);
  expect(asked).toHaveLength(1);
  clock.advance(1000);
  expect([asked.length, lines]).toEqual([1, [{ node: "there", count: 1 }]]);
  clock.advance(60_000);
  said.publish(6000, { kind: "alive" });
  said.publish(6002, { kind: "alive" });
  expect(lines).toEqual([
    { node: "there", count: 1 },
    { node: "there", count: 500 },
  ]);
});

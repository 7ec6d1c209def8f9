import { expect, test } from "vitest";
import { createAnasApp } from "../testing/test-app.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { message, received as receivedLive } from "../testing/people.ts";
import { gatherEvents } from "./gather-events.ts";
import type { AppEvent } from "../state/shape.ts";

const received = (...seqs: readonly number[]): AppEvent => receivedLive(...seqs.map((seq) => message(1, seq)));

function createGathering(isVisible = true) {
  const clock = createFakeClock();
  const passed: AppEvent[] = [];
  let press = (): void => undefined;
  const app = createAnasApp();
  app.dispatch({ type: "messages/attention-changed", isVisible, isFocused: isVisible });
  const store = { ...app, dispatch: (event: AppEvent) => void passed.push(event) };
  const gathered = gatherEvents(clock, store, (listen) => {
    press = listen;
    return () => undefined;
  });
  return { ...gathered, press: () => press(), clock, passed };
}

test("[LIVE-3] the first message passes at once, and those right after it together, in order", () => {
  const { receive, clock, passed } = createGathering();
  for (const seq of [1, 2, 3]) receive(received(seq));
  expect(passed).toEqual([received(1)]);
  clock.pass(250);
  expect(passed).toEqual([received(1), received(2, 3)]);
  receive(received(4));
  expect(passed).toHaveLength(2);
  clock.pass(250);
  expect(passed.at(-1)).toEqual(received(4));
  clock.pass(250);
  receive(received(5));
  expect(passed.at(-1)).toEqual(received(5));
});

test("[PERF-12b] arrivals wait for typing, for at most a second", () => {
  const { receive, press, clock, passed } = createGathering();
  press();
  receive(received(1));
  clock.pass(149);
  expect(passed).toEqual([]);
  clock.pass(1);
  expect(passed).toEqual([received(1)]);
  for (const seq of [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) {
    press();
    receive(received(seq));
    expect(passed).toHaveLength(1);
    clock.pass(100);
  }
  expect(passed.at(-1)).toEqual(received(2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
});

test("[LIVE-3] other events keep their order among messages", () => {
  const { receive, pass, passed } = createGathering();
  receive(received(1));
  receive(received(2));
  pass({ type: "connection/lost" });
  expect(passed).toEqual([received(1), received(2), { type: "connection/lost" }]);
});

test("[LIVE-3] on a hidden page every message passes at once", () => {
  const { receive, passed } = createGathering(false);
  receive(received(1));
  receive(received(2));
  expect(passed).toEqual([received(1), received(2)]);
});

test("[SIGN-2] events waiting when the connection is closed are dropped", () => {
  const { receive, stop, clock, passed } = createGathering();
  receive(received(1));
  receive(received(2));
  stop();
  clock.pass(1000);
  expect(passed).toEqual([received(1)]);
});

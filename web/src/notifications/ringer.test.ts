import { expect, test } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import type { Ring } from "./notifications-shape.ts";
import { burstGapMs, createRinger, yieldMs } from "./ringer.ts";
import { sounds } from "./late-runners.ts";

const ringAt = (seq: number, about: Ring["about"] = "message"): Ring => ({ about, roomId: 1, seq, name: "", text: "" });

function openTabs(count: number, mute: readonly number[] = []) {
  const clock = createFakeClock();
  const log: string[] = [];
  let holder: number | null = null;
  const tabs = Array.from({ length: count }, (_, tab) =>
    createRinger({
      clock,
      claim: async () => {
        if (holder !== null) return null;
        holder = tab;
        return () => {
          holder = null;
        };
      },
      maySound: () => !mute.includes(tab),
      onSound: (about) => log.push(`${tab} sounds ${about}`),
      onShow: (rings) => log.push(`${tab} shows ${rings.map(({ seq }) => seq).join()}`),
    }),
  );
  const pass = async (ms: number): Promise<void> => {
    clock.pass(ms);
    // Lets claims resolve.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { tabs, log, pass };
}

test("[NOTE-3a] a burst sounds once, in one of three tabs, which shows all of it", async () => {
  const { tabs, log, pass } = openTabs(3);
  for (const ring of tabs) ring([ringAt(1)], false);
  await pass(yieldMs);
  for (const ring of tabs) ring([ringAt(2)], false);
  await pass(burstGapMs - 1);
  for (const ring of tabs) ring([ringAt(3)], false);
  expect(log).toEqual(["0 sounds message", "0 shows 1", "0 shows 2", "0 shows 3"]);
});

test("[NOTE-3] a repeated event rings once, even in a later burst", async () => {
  const { tabs, log, pass } = openTabs(1);
  const [ring] = tabs;
  ring?.([ringAt(2), ringAt(2)], false);
  await pass(yieldMs);
  ring?.([ringAt(2)], false);
  await pass(burstGapMs + 1);
  ring?.([ringAt(2), ringAt(1)], false);
  await pass(yieldMs);
  expect(log).toEqual(["0 sounds message", "0 shows 2,2"]);
});

test("[NOTE-3a] an event after a burst sounds again", async () => {
  const { tabs, log, pass } = openTabs(2);
  for (const ring of tabs) ring([ringAt(1)], false);
  await pass(burstGapMs + 1);
  for (const ring of tabs) ring([ringAt(2, "offer")], false);
  await pass(yieldMs);
  expect(log).toEqual(["0 sounds message", "0 shows 1", "0 sounds offer", "0 shows 2"]);
});

test("[NOTE-3a] while the person looks at one tab no other tab makes a sound, whichever gets the event first", async () => {
  const { tabs, log, pass } = openTabs(3);
  for (const [tab, ring] of tabs.entries()) ring([ringAt(1)], tab === 2);
  await pass(yieldMs);
  expect(log).toEqual([]);
});

test("[NOTE-3a] a tab that may not make sounds leaves a burst to one that may", async () => {
  const { tabs, log, pass } = openTabs(2, [0]);
  for (const ring of tabs) ring([ringAt(1)], false);
  await pass(yieldMs);
  await pass(yieldMs);
  expect(log).toEqual(["1 sounds message", "1 shows 1"]);
});

test("[NOTE-3a] a person who looks away during a burst is notified of what follows", async () => {
  const { tabs, log, pass } = openTabs(1);
  const [ring] = tabs;
  ring?.([ringAt(1)], true);
  await pass(yieldMs);
  ring?.([ringAt(2)], false);
  expect(log).toEqual(["0 sounds message", "0 shows 2"]);
});

test("[NOTE-3c] each kind has its own sound, shorter than half a second", () => {
  const all = Object.values(sounds);
  expect(new Set(all.map((notes) => JSON.stringify(notes))).size).toBe(4);
  for (const notes of all) expect(Math.max(...notes.map(({ atMs, lastsMs }) => atMs + lastsMs))).toBeLessThan(500);
});

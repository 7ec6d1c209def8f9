import { expect, test } from "vitest";
import { silentLog } from "../kernel/log.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { tokenIdleMsMax, tokenState } from "./rules.ts";
import { startSessionSweep } from "./session-sweep.ts";

/** A sweep over these sessions; `tokens` holds when each was last used. */
function startSweep(sessions: readonly string[], tokens: Map<string, number>) {
  const clock = new FakeClock();
  const live = new Set(sessions);
  const state = { looks: 0, isDatabaseAway: false };
  const sweep = startSessionSweep({
    store: {
      findGoodTokens(hashes, now) {
        state.looks += 1;
        if (state.isDatabaseAway) return Promise.reject(new Error("the database is away"));
        const asked = hashes.map((hash) => hash.toString("hex"));
        const known = asked.map((session) => ({ session, lastUsedAt: tokens.get(session) ?? -Infinity }));
        return Promise.resolve(known.filter(({ lastUsedAt }) => tokenState(lastUsedAt, now) !== "expired"));
      },
    },
    sessions: () => live,
    closeSession: (session) => live.delete(session),
    clock,
    log: silentLog,
  });
  /** Lets time pass, and what was asked be answered. */
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, live, state, sweep, pass };
}

test("[AUTH-6] a session whose token is gone is closed within 8 s, others stay", async () => {
  const tokens = new Map<string, number>();
  const { clock, live, pass } = startSweep(["aa", "bb"], tokens);
  tokens.set("aa", clock.now());
  await pass(7_999);
  expect([...live]).toEqual(["aa", "bb"]);
  await pass(1);
  expect([...live]).toEqual(["aa"]);
});

test("[AUTH-6] a token that runs out between two looks is looked at as it does", async () => {
  const tokens = new Map<string, number>();
  const { clock, live, state, pass } = startSweep(["aa"], tokens);
  tokens.set("aa", clock.now() + 13_000 - tokenIdleMsMax);
  await pass(8_000);
  await pass(4_999);
  expect([state.looks, live.size]).toEqual([1, 1]);
  await pass(1);
  expect([state.looks, live.size]).toEqual([2, 0]);
});

test("[AUTH-6] sign-ins that were ended just now are looked at within a second", async () => {
  const { live, sweep, pass } = startSweep(["aa"], new Map());
  sweep.lookSoon();
  sweep.lookSoon();
  await pass(1000);
  expect(live.size).toBe(0);
});

test("[AUTH-6] while the database is away every socket stays, and the next look closes", async () => {
  const { live, state, pass } = startSweep(["aa"], new Map());
  state.isDatabaseAway = true;
  await pass(8_000);
  expect(live.size).toBe(1);
  state.isDatabaseAway = false;
  await pass(8_000);
  expect(live.size).toBe(0);
});

test("[AUTH-6] a closed sweep leaves no timer behind", async () => {
  const { clock, state, sweep, pass } = startSweep(["aa"], new Map());
  sweep.close();
  sweep.lookSoon();
  await pass(60_000);
  expect([state.looks, clock.timerCount]).toEqual([0, 0]);
});

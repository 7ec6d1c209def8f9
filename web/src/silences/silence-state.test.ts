import { describe, expect, test } from "vitest";
import type { Me } from "../state/entities.ts";
import { unreadCount, unreadTotal } from "../state/selectors.ts";
import { arrivalsAfter } from "../state/messages/read-messages.ts";
import { liveRange } from "../state/history/timeline.ts";
import { callError } from "../testing/call-errors.ts";
import { message, mia, radu, received, room, signedInAna } from "../testing/people.ts";
import { outsideOf } from "../testing/outside.ts";
import { createTestApp, startAnasApp, type TestApp } from "../testing/test-app.ts";
import { lateRunners } from "./late-runners.ts";
import { canSilence, isShownSilenced } from "./silence-part.ts";

const permitted: Me = { ...signedInAna, roles: [{ name: "Customer", permissions: ["users.silence"] }] };
const silencing: Me = { ...permitted, silenced: [{ id: radu.id, kind: radu.kind }], version: 2 };

const start = (self: Me = permitted): TestApp => startAnasApp(createTestApp(), [room(1), room(2)], self);
const ask = (app: TestApp, isSilenced: boolean): void =>
  app.dispatch({ type: "silence/asked", person: radu, isSilenced });

describe("silencing", () => {
  test("[SIL-2c] shows at once, and is sent after 5 s", () => {
    const app = start();
    ask(app, true);
    expect(isShownSilenced(app.getState(), radu)).toBe(true);
    expect(app.getState().alerts).toMatchObject([{ action: "undo", text: { key: "silence.begun", name: radu.name } }]);
    app.clock.pass(4999);
    expect(app.asked("call-silence")).toEqual([]);
    app.clock.pass(1);
    expect(app.asked("call-silence")).toEqual([{ type: "call-silence", person: radu, isSilenced: true }]);
    expect(isShownSilenced(app.getState(), radu)).toBe(true);
  });

  test.each([
    ["its toast", (app: TestApp) => app.dispatch({ type: "alerts/acted", id: "silence:erp.2" })],
    ["the same menu", (app: TestApp) => ask(app, false)],
    ["signing out", (app: TestApp) => app.dispatch({ type: "sign-out/asked", unsent: "delete" })],
  ])("[SIL-2c] is undone by %s, and nothing is sent", (_way, undo) => {
    const app = start();
    ask(app, true);
    undo(app);
    expect(isShownSilenced(app.getState(), radu)).toBe(false);
    app.clock.pass(60_000);
    expect(app.asked("call-silence")).toEqual([]);
    expect(app.getState().alerts).toEqual([]);
  });

  test("[SIL-2c] waits while its toast is held", () => {
    const app = start();
    ask(app, true);
    app.dispatch({ type: "alerts/held", id: "silence:erp.2" });
    app.clock.pass(60_000);
    expect(app.asked("call-silence")).toEqual([]);
    app.dispatch({ type: "alerts/released", id: "silence:erp.2" });
    app.clock.pass(5000);
    expect(app.asked("call-silence")).toHaveLength(1);
  });

  test("[SIL-2] twice is sent once, and a silenced person is not silenced again", () => {
    const app = start();
    for (const _time of [1, 2]) ask(app, true);
    app.clock.pass(5000);
    ask(app, true);
    app.clock.pass(5000);
    expect(app.asked("call-silence")).toHaveLength(1);
    const other = start(silencing);
    ask(other, true);
    other.clock.pass(5000);
    expect(other.asked("call-silence")).toEqual([]);
  });

  test("[SIL-2] ending it is sent at once and confirmed", () => {
    const app = start(silencing);
    ask(app, false);
    expect(app.asked("call-silence")).toEqual([{ type: "call-silence", person: radu, isSilenced: false }]);
    app.dispatch({ type: "silence/answered", person: radu, isSilenced: false, me: { ...permitted, version: 3 } });
    expect(isShownSilenced(app.getState(), radu)).toBe(false);
    expect(app.getState().alerts).toMatchObject([{ text: { key: "silence.over" } }]);
  });

  test("[SIL-2] nobody can silence themselves, or silence anybody without the permission", () => {
    const app = start();
    expect(canSilence(app.getState(), signedInAna)).toBe(false);
    expect(canSilence(app.getState(), radu)).toBe(true);
    expect(canSilence(start(signedInAna).getState(), radu)).toBe(false);
  });
});

describe("failures", () => {
  test("[SIL-2g] without a connection it fails at once, and nothing is queued", () => {
    const app = start();
    app.dispatch({ type: "connection/lost" });
    app.dispatch({ type: "connection/away-long" });
    ask(app, true);
    expect(app.getState().alerts).toMatchObject([{ type: "danger", text: { key: "silence.offline" } }]);
    expect(isShownSilenced(app.getState(), radu)).toBe(false);
    app.dispatch({ type: "connection/connected" });
    app.clock.pass(60_000);
    expect(app.asked("call-silence")).toEqual([]);
  });

  test("[SIL-2g] a connection lost by then is reported when the call is due", () => {
    const app = start();
    ask(app, true);
    app.dispatch({ type: "connection/lost" });
    app.clock.pass(5000);
    expect(app.getState().alerts).toMatchObject([{ type: "danger", text: { key: "silence.offline" } }]);
    expect(app.asked("call-silence")).toEqual([]);
  });

  const answers: readonly (readonly [string, unknown])[] = [
    ["a refusal", { ok: false, error: callError("not_found") }],
    ["an answer without a result", { ok: true, value: {} }],
    ["half a result", { ok: true, value: { deleted: true, users_silenced: [] } }],
  ];
  test.each(answers)("[SIL-2g] %s is an unexpected error, and nothing has changed", async (_case, answer) => {
    const app = start();
    const runners = lateRunners(outsideOf(app, () => Promise.resolve(answer)));
    ask(app, true);
    app.clock.pass(5000);
    runners["call-silence"]({ type: "call-silence", person: radu, isSilenced: true });
    await new Promise((resolve) => setImmediate(resolve));
    expect(app.getState().alerts).toMatchObject([{ type: "danger", text: { key: "silence.failed" } }]);
    expect(isShownSilenced(app.getState(), radu)).toBe(false);
  });

  test.each([true, false])(
    "[SIL-2g] a lost response is in doubt, unless the person's settings confirm it (%s)",
    (isSilenced) => {
      const failed = { type: "silence/failed", person: radu, error: callError("timeout") } as const;
      const app = start(isSilenced ? permitted : silencing);
      ask(app, isSilenced);
      app.clock.pass(5000);
      app.dispatch(failed);
      expect(isShownSilenced(app.getState(), radu)).toBe(!isSilenced);
      expect(app.getState().alerts.at(-1)).toMatchObject({ type: "danger", text: { key: "silence.unanswered" } });
      const done = start(isSilenced ? permitted : silencing);
      ask(done, isSilenced);
      done.clock.pass(7000);
      done.dispatch({ type: "session/me-loaded", me: { ...(isSilenced ? silencing : permitted), version: 3 } });
      done.dispatch(failed);
      expect(isShownSilenced(done.getState(), radu)).toBe(isSilenced);
      expect(done.getState().alerts).toEqual([]);
    },
  );

  test("[SIL-2g] a call that found no network is reported as such", () => {
    const app = start(silencing);
    ask(app, false);
    app.dispatch({ type: "silence/failed", person: radu, error: callError("offline") });
    expect(app.getState().alerts).toMatchObject([{ type: "danger", text: { key: "silence.offline" } }]);
  });

  test("[SIL-2g] the wording is the specification's", async () => {
    const [{ ro }, { en }] = await Promise.all([import("./ro.ts"), import("./en.ts")]);
    expect(ro.silence.failed).toMatch(/^Eroare neprevazuta\b/);
    expect(en.silence.failed).toMatch(/^Unknown error\b/);
  });
});

describe("silenced people's messages", () => {
  test("[SIL-2b] count neither in the list nor in the total, but still move the room", () => {
    const app = start(silencing);
    app.dispatch(received(message(2, 1)));
    app.dispatch(received(message(2, 2, { author: mia })));
    expect(unreadCount(app.getState().rooms.byId[2]!)).toBe(1);
    expect(unreadTotal(app.getState())).toBe(1);
    expect(app.getState().rooms.order[0]).toBe(2);
  });

  test("[SIL-2b] are neither announced nor counted as new below", () => {
    const app = start(silencing);
    app.dispatch({ type: "room/selected", roomId: 1 });
    app.dispatch({
      type: "messages/newest-loaded",
      roomId: 1,
      page: { messages: [], lines: [], total: 0, seq: 0, epoch: "one" } as never,
    });
    app.dispatch(received(message(1, 1), message(1, 2, { author: mia }), message(1, 3)));
    const live = liveRange(app.getState().timelines[1]!);
    expect(live && arrivalsAfter(live, silencing, 0).map(({ seq }) => seq)).toEqual([2]);
    expect(live && arrivalsAfter(live, permitted, 0).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });
});

describe("[SIL-2d] after a change of silences", () => {
  const answer = (app: TestApp): void =>
    app.dispatch({
      type: "sync/answered",
      answer: { epoch: "one", rooms: [], reset: [], unread: {}, fresh: [], asked: {} },
    });

  function caughtUp(self: Me): TestApp {
    const app = start(self);
    app.clock.pass(100);
    answer(app);
    app.forget();
    return app;
  }

  const change = (app: TestApp, self: Me): void => app.dispatch({ type: "session/me-loaded", me: self });

  test("counts are requested, and again once every earlier response has arrived", () => {
    const app = caughtUp(permitted);
    change(app, silencing);
    app.clock.pass(100);
    expect(app.asked("call-sync")).toHaveLength(1);
    answer(app);
    app.clock.pass(20_100);
    expect(app.asked("call-sync")).toHaveLength(2);
    answer(app);
    app.clock.pass(60_000);
    expect(app.asked("call-sync")).toHaveLength(2);
  });

  test("other settings, and the same people in another order, request nothing", () => {
    const two = [...silencing.silenced, { id: mia.id, kind: mia.kind }];
    const app = caughtUp({ ...silencing, silenced: two });
    change(app, { ...silencing, silenced: two.toReversed(), version: 3 });
    expect(app.getState().session).toMatchObject({ me: { version: 3 } });
    app.clock.pass(60_000);
    expect(app.asked("call-sync")).toEqual([]);
  });

  test("several changes at once request the counts, even if they cancel out", () => {
    const app = caughtUp(permitted);
    change(app, { ...permitted, version: 3 });
    app.clock.pass(100);
    expect(app.asked("call-sync")).toHaveLength(1);
  });
});

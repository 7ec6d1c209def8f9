import { expect, test } from "vitest";
import { undoMs } from "../state/undo/undo-state.ts";
import { callError } from "../testing/call-errors.ts";
import { offerOf } from "../testing/offers.ts";
import { room, signedInAna, signedInRadu } from "../testing/people.ts";
import { createTestApp, startAnasApp } from "../testing/test-app.ts";
import { heldOffer } from "../state/offers/cached-offers.ts";
import { withDecisions } from "../state/offers/decisions.ts";
import type { Offer, OfferLine } from "../state/offers/offers-shape.ts";

const first = offerOf(10_001, { codes: ["A1", "B2"] });

const decidedOf = (version: number, ...statuses: readonly OfferLine["status"][]): Offer => ({
  ...first,
  version,
  lines: first.lines.map((line, i) => ({ ...line, status: statuses[i] ?? line.status })),
});

function startPage(self = signedInAna, offer = first) {
  const app = startAnasApp(createTestApp(), [room(1)], self);
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "offers/asked", offerNumber: 10_001 });
  app.dispatch({ type: "offers/loaded", offer });
  app.forget();
  const press = (lineId: number | null, decision: "accept" | "decline", isTooSoon = false) =>
    app.dispatch({ type: "offers/decision-asked", offerNumber: 10_001, lineId, decision, isTooSoon });
  const decide = (lineId: number | null, decision: "accept" | "decline", isTooSoon = false) => {
    press(lineId, decision, isTooSoon);
    app.clock.pass(undoMs);
  };
  const shown = () => {
    const held = heldOffer(app.getState(), 10_001)?.offer ?? first;
    return withDecisions(held, app.getState().decisions).lines.map(({ status }) => status);
  };
  const sent = () =>
    app
      .asked("call-decide")
      .map(({ decision: { lineId, decision, version } }) => `${decision} ${lineId} of ${version}`);
  const answer = (lineId: number | null, newer: Offer) =>
    app.dispatch({ type: "offers/decided", lineId, offer: newer });
  const fail = (lineId: number, code: "offline" | "version_conflict" | "forbidden", newer: Offer | null = null) =>
    app.dispatch({
      ...{ type: "offers/decision-failed", offerNumber: 10_001, lineId, newer },
      error: callError(code),
    });
  const failed = () => app.getState().decisions.map(({ lineId, phase, error }) => `${lineId} ${phase} ${error?.code}`);
  return { app, press, decide, shown, sent, answer, fail, failed };
}

test("[OFF-9a] a decision shows at once, with the version that was on screen", () => {
  const { decide, shown, sent, answer } = startPage();
  decide(1, "decline");
  expect(shown()).toEqual(["declined", "offered"]);
  expect(sent()).toEqual(["decline 1 of 1"]);
  answer(1, decidedOf(2, "declined"));
  expect(shown()).toEqual(["declined", "offered"]);
  decide(1, "decline");
  expect(sent()).toHaveLength(1);
});

test("[OFF-9a] totals follow at once, with VAT rounded half up once per rate", () => {
  const lines = first.lines.map((line, i) => ({ ...line, total: ["0.01", "10.02"][i] ?? "", vatPercent: 50 }));
  const decision = {
    ...{ offerNumber: 10_001, lineId: 1, lineIds: [1], isOnBehalf: false, version: 1 },
    phase: "sending",
    error: null,
  } as const;
  const totals = (...decisions: readonly ("accept" | "decline")[]) =>
    withDecisions(
      { ...first, lines },
      decisions.map((each) => ({ ...decision, decision: each })),
    ).totals;
  expect(totals("accept")).toEqual({ net: "10.03", vat: "5.02", gross: "15.05" });
  expect(totals("accept", "decline")).toEqual({ net: "10.02", vat: "5.01", gross: "15.03" });
});

test("[OFF-9a] an offer's decisions are sent one by one, and waiting ones get the version from the response", () => {
  const { decide, shown, sent, answer } = startPage();
  decide(1, "accept");
  decide(2, "decline");
  decide(2, "accept");
  expect(shown()).toEqual(["accepted", "accepted"]);
  expect(sent()).toEqual(["accept 1 of 1"]);
  answer(1, decidedOf(2, "accepted"));
  expect(sent()).toEqual(["accept 1 of 1", "accept 2 of 2"]);
  decide(2, "decline");
  answer(2, decidedOf(3, "accepted", "accepted"));
  expect(sent().at(-1)).toBe("decline 2 of 3");
});

test("[OFF-9a] a decision's new version is not fetched while its response is in flight", () => {
  const { app, decide, answer } = startPage();
  decide(1, "accept");
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { offerVersion: 2 }) });
  answer(1, decidedOf(2, "accepted"));
  expect(app.asked("call-offer")).toEqual([]);
  decide(2, "accept");
  app.dispatch({ type: "rooms/room-fetched", room: room(1, { offerVersion: 3 }) });
  app.dispatch({
    ...{ type: "offers/decision-failed", offerNumber: 10_001 },
    lineId: 2,
    newer: null,
    error: callError("offline"),
  });
  expect(app.asked("call-offer")).toHaveLength(1);
});

test("[OFF-9b] without a connection nothing is queued: the line reports that and stays unchanged", () => {
  const { app, decide, shown, sent, failed } = startPage();
  app.dispatch({ type: "connection/lost" });
  decide(1, "accept");
  expect([shown(), sent(), failed()]).toEqual([["offered", "offered"], [], ["1 failed offline"]]);
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  expect(sent()).toEqual([]);
  decide(1, "accept");
  expect([sent(), failed()]).toEqual([["accept 1 of 1"], ["1 sending undefined"]]);
});

test("[OFF-9b] a failure shows until its line is decided, by itself or with all open lines", () => {
  const { app, press, failed } = startPage();
  app.dispatch({ type: "connection/lost" });
  press(1, "decline");
  press(2, "accept");
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  press(null, "accept");
  expect(failed()).toEqual(["null undoable undefined"]);
  app.dispatch({ type: "connection/lost" });
  press(1, "decline");
  expect(failed()).toEqual(["null undoable undefined", "1 failed offline"]);
});

test("[OFF-9b] an unanswered call is reported until the offer includes its decision", () => {
  const { app, decide, shown, fail, failed } = startPage();
  decide(1, "accept");
  decide(2, "accept");
  fail(1, "offline");
  expect([shown(), failed()]).toEqual([
    ["offered", "offered"],
    ["1 failed offline", "2 failed offline"],
  ]);
  app.dispatch({ type: "offers/loaded", offer: decidedOf(2, "accepted") });
  expect(failed()).toEqual(["2 failed offline"]);
});

test("[OFF-9c] a stale decision shows the newer offer and is reported at its line, unless that already matches the wish", () => {
  const { app, decide, shown, sent, fail, failed } = startPage();
  decide(1, "accept");
  decide(2, "decline");
  fail(1, "version_conflict", decidedOf(5, "offered", "declined"));
  expect(heldOffer(app.getState(), 10_001)?.offer.version).toBe(5);
  expect([shown(), failed()]).toEqual([["offered", "declined"], ["1 failed version_conflict"]]);
  decide(1, "accept");
  expect(sent().at(-1)).toBe("accept 1 of 5");
  fail(1, "version_conflict", decidedOf(6, "accepted", "declined"));
  expect([shown(), failed()]).toEqual([["accepted", "declined"], []]);
});

test("[OFF-9c] a press while the line changes counts as stale and is not sent; the next one counts", () => {
  const { decide, shown, sent, failed } = startPage();
  decide(1, "accept", true);
  expect([shown(), sent(), failed()]).toEqual([["offered", "offered"], [], ["1 failed version_conflict"]]);
  decide(1, "accept");
  expect(sent()).toEqual(["accept 1 of 1"]);
});

test("[OFF-9b] a decision on a removed line is reported, and a waiting one is still sent", () => {
  const left = { ...decidedOf(2), lines: first.lines.slice(1) };
  const sentOne = startPage();
  sentOne.decide(1, "accept");
  sentOne.fail(1, "version_conflict", left);
  expect(sentOne.failed()).toEqual(["1 failed version_conflict"]);
  const waitingOne = startPage();
  waitingOne.decide(2, "accept");
  waitingOne.decide(1, "accept");
  waitingOne.answer(2, {
    ...decidedOf(2, "offered", "accepted"),
    lines: decidedOf(2, "offered", "accepted").lines.slice(1),
  });
  expect([waitingOne.sent(), waitingOne.failed()]).toEqual([
    ["accept 2 of 1", "accept 1 of 2"],
    ["1 sending undefined"],
  ]);
});

test("[OFF-9] only the offer's customer decides, and only on a sent offer", () => {
  const staff = startPage(signedInRadu);
  staff.decide(1, "accept");
  const other = startPage({ ...signedInAna, id: 9 });
  other.decide(1, "accept");
  const ordered = startPage(signedInAna, { ...first, status: "ordered" });
  ordered.decide(1, "accept");
  const sameId = startPage({ ...signedInRadu, id: 1 });
  sameId.decide(1, "accept");
  expect([staff, other, ordered, sameId].flatMap(({ sent, failed }) => [...sent(), ...failed()])).toEqual([]);
});

test("[OFF-9b] closing the pane removes its failures", () => {
  const { app, decide, fail, failed } = startPage();
  decide(1, "accept");
  fail(1, "forbidden");
  expect(failed()).toEqual(["1 failed forbidden"]);
  app.dispatch({ type: "offers/pane-closed", offerNumber: 10_001 });
  expect(failed()).toEqual([]);
});

test("[OFF-9a] a decision is sent after 5 s and can be undone until then; a line's last decision counts", () => {
  const { app, press, shown, sent } = startPage();
  press(1, "accept");
  app.clock.pass(undoMs - 1);
  expect([shown(), sent()]).toEqual([["accepted", "offered"], []]);
  app.dispatch({ type: "undo/asked", id: "decide:10001.1" });
  expect(shown()).toEqual(["offered", "offered"]);
  press(2, "accept");
  press(2, "decline");
  app.clock.pass(undoMs);
  expect([shown(), sent()]).toEqual([["offered", "declined"], ["decline 2 of 1"]]);
});

test("[OFF-9a] closing the page confirms a decision; without a connection by then the line reports that", () => {
  const { app, press, sent, failed } = startPage();
  press(1, "accept");
  app.dispatch({ type: "undo/leaving" });
  expect(sent()).toEqual(["accept 1 of 1"]);
  const other = startPage();
  other.press(2, "accept");
  other.app.dispatch({ type: "connection/lost" });
  other.app.clock.pass(undoMs);
  expect([other.sent(), other.failed(), failed()]).toEqual([[], ["2 failed offline"], ["1 sending undefined"]]);
});

test("[OFF-9a][OFF-9c] undoable decisions fail together with a refused earlier one", () => {
  const { app, press, decide, fail, failed, sent } = startPage();
  decide(1, "accept");
  press(2, "accept");
  fail(1, "version_conflict", decidedOf(5));
  app.clock.pass(undoMs);
  expect([failed(), sent()]).toEqual([["1 failed version_conflict", "2 failed version_conflict"], ["accept 1 of 1"]]);
  expect(app.getState().undoable).toEqual({});
});

test("[OFF-9i] a decision on all open lines is shown at once, sent as one call, and answered as one", () => {
  const { app, decide, press, shown, sent, answer } = startPage(signedInAna, decidedOf(1, "declined", "offered"));
  press(null, "accept");
  expect(shown()).toEqual(["declined", "accepted"]);
  app.clock.pass(undoMs);
  expect(sent()).toEqual(["accept null of 1"]);
  answer(null, decidedOf(2, "declined", "accepted"));
  expect(shown()).toEqual(["declined", "accepted"]);
  decide(null, "accept");
  expect(sent()).toHaveLength(1);
});

const three = offerOf(10_001, { codes: ["A1", "B2", "C3"] });

test("[OFF-9i] accepting all leaves out lines declined by then, even if that is undone", () => {
  const { app, press, shown, sent, answer } = startPage(signedInAna, three);
  press(2, "decline");
  press(null, "accept");
  app.dispatch({ type: "undo/asked", id: "decide:10001.2" });
  expect(shown()).toEqual(["accepted", "offered", "accepted"]);
  app.clock.pass(undoMs);
  expect(sent()).toEqual(["accept 1 of 1"]);
  answer(1, {
    ...three,
    version: 2,
    lines: three.lines.map((line, i) => (i === 0 ? { ...line, status: "accepted" } : line)),
  });
  expect([shown(), sent()]).toEqual([
    ["accepted", "offered", "accepted"],
    ["accept 1 of 1", "accept 3 of 2"],
  ]);
});

test("[OFF-9i] undoing a decline after accepting all restores the line", () => {
  const { app, press, shown, sent } = startPage(signedInAna, three);
  press(null, "accept");
  app.clock.pass(undoMs - 1);
  press(2, "decline");
  app.clock.pass(1);
  expect([shown(), sent()]).toEqual([["accepted", "declined", "accepted"], ["accept null of 1"]]);
  app.dispatch({ type: "undo/asked", id: "decide:10001.2" });
  app.clock.pass(undoMs);
  expect([shown(), sent()]).toEqual([["accepted", "accepted", "accepted"], ["accept null of 1"]]);
});

test("[OFF-9j][ERP-5c] staff with the permission decide for the customer, and the call says so", () => {
  const roles = [{ name: "Operator", permissions: ["offers.decide-for"] }];
  const { app, decide } = startPage({ ...signedInRadu, roles });
  decide(1, "accept");
  expect(app.asked("call-decide")).toMatchObject([{ decision: { lineId: 1, isOnBehalf: true } }]);
});

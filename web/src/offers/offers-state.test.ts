import { expect, test } from "vitest";
import { offerOf } from "../testing/offers.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { offersCachedMax } from "../state/offers/cached-offers.ts";
import { callError } from "../testing/call-errors.ts";

test("[OFF-2] an offer is fetched only if it is neither held nor in flight", () => {
  const app = createAnasApp();
  const ask = (offerNumber: number) => app.dispatch({ type: "offers/asked", offerNumber });
  ask(10_001);
  ask(10_001);
  app.dispatch({ type: "offers/loaded", offer: offerOf(10_001) });
  ask(10_001);
  ask(10_002);
  ask(10_001);
  expect(app.asked("call-offer").map(({ offerNumber }) => offerNumber)).toEqual([10_001, 10_002]);
});

test("[OFF-2] a late response for another offer changes nothing; a failed one is requested again", () => {
  const app = createAnasApp();
  app.dispatch({ type: "offers/asked", offerNumber: 10_002 });
  app.dispatch({ type: "offers/loaded", offer: offerOf(10_001) });
  expect(app.getState().offers).toEqual([{ number: 10_002, phase: "loading" }]);
  const error = callError("offline");
  app.dispatch({ type: "offers/failed", offerNumber: 10_002, error });
  app.dispatch({ type: "offers/asked", offerNumber: 10_002 });
  expect(app.asked("call-offer")).toHaveLength(2);
});

test("[OFF-2] the 20 offers shown last are held", () => {
  const app = createAnasApp();
  const show = (number: number): void => {
    app.dispatch({ type: "offers/asked", offerNumber: number });
    app.dispatch({ type: "offers/loaded", offer: offerOf(number) });
  };
  for (let number = 1; number <= offersCachedMax; number += 1) show(number);
  show(1);
  show(offersCachedMax + 1);
  app.forget();
  [1, 3, offersCachedMax + 1].forEach(show);
  expect(app.asked("call-offer")).toEqual([]);
  show(2);
  expect(app.asked("call-offer")).toHaveLength(1);
  expect(app.getState().offers).toHaveLength(offersCachedMax);
});

test("[SYNC-8a] a failed offer is requested again by timer and on reconnecting, but not a refused one", () => {
  const app = createAnasApp();
  const fail = (code: "offline" | "not_found"): void =>
    app.dispatch({
      type: "offers/failed",
      offerNumber: 10_001,
      error: callError(code),
    });
  app.dispatch({ type: "offers/asked", offerNumber: 10_001 });
  fail("offline");
  app.clock.pass(2000);
  expect(app.asked("call-offer")).toHaveLength(2);
  fail("offline");
  app.dispatch({ type: "connection/lost" });
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "connection/listening" });
  expect(app.asked("call-offer")).toHaveLength(3);
  fail("not_found");
  app.clock.pass(60_000);
  app.dispatch({ type: "connection/listening" });
  expect(app.asked("call-offer")).toHaveLength(3);
});

test("[OFF-5d] a pressed code opens the offer at its line, and stays requested until shown", () => {
  const app = createAnasApp();
  const ask = (isWide: boolean) =>
    app.dispatch({ type: "offers/target-asked", offerNumber: 10_001, target: { kind: "line", id: 7 }, isWide });
  const asked = { offerNumber: 10_001, target: { kind: "line", id: 7 } };
  app.dispatch({ type: "offers/view-toggled", isWide: true });
  expect(app.getState().offerView).toEqual({ isBesideWanted: false, isSheetOpen: false, asked: null });
  ask(true);
  expect(app.getState().offerView).toEqual({ isBesideWanted: true, isSheetOpen: false, asked });
  app.dispatch({ type: "offers/target-shown" });
  ask(false);
  expect(app.getState().offerView).toEqual({ isBesideWanted: true, isSheetOpen: true, asked });
  // A sheet that was closed before its line appeared does not reopen for it.
  app.dispatch({ type: "offers/sheet-closed" });
  expect(app.getState().offerView).toEqual({ isBesideWanted: true, isSheetOpen: false, asked: null });
});

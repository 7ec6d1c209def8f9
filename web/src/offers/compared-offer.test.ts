import { expect, test } from "vitest";
import { withMemoryStorage } from "../testing/memory-storage.ts";
import { callError } from "../testing/call-errors.ts";
import { offerOf } from "../testing/offers.ts";
import { room } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { heldOffer } from "../state/offers/cached-offers.ts";
import { marksOf, isFootOther, marksBetween } from "./compared-offer.ts";
import { totalsOf } from "../state/offers/decisions.ts";
import type { Offer, SeenPart } from "../state/offers/offers-shape.ts";
import { forgetSeenVersions, saveSeenVersion, seenVersion } from "./offers-part.ts";

withMemoryStorage();

const first = offerOf(10_001, { codes: ["A1", "B2", "C3"] });

const priced = (version: number, prices: Readonly<Record<number, string>>): Offer => ({
  ...first,
  version,
  lines: first.lines.map((line) => ({ ...line, unitPrice: prices[line.id] ?? line.unitPrice })),
});

function startPane(since: number | null, offer = first) {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "offers/asked", offerNumber: 10_001 });
  app.dispatch({ type: "offers/loaded", offer });
  app.dispatch({ type: "offers/pane-opened", offerNumber: 10_001 });
  app.dispatch({ type: "offers/seen-version-known", offerNumber: 10_001, since });
  const marked = (): readonly number[] => {
    const held = heldOffer(app.getState(), 10_001)?.offer ?? first;
    return [...marksOf(app.getState().comparedOffer, held, true).lines.keys()];
  };
  const look = (version: number, ...parts: readonly SeenPart[]) => {
    for (const part of parts) app.dispatch({ type: "offers/looked-at", offerNumber: 10_001, version, part });
  };
  const load = (newer: Offer) => app.dispatch({ type: "offers/loaded", offer: newer });
  const saved = () => app.asked("save-seen-version").map(({ version }) => version);
  return { app, marked, look, load, saved };
}

test("[OFF-8] changed lines show their old values, new ones are marked new, and removed ones are listed", () => {
  const [a, b, c] = first.lines;
  const before = { ...first, lines: [a!, b!] };
  const changed = { ...a!, unitPrice: "90.00", stock: 0 };
  const { lines, removed } = marksBetween(before, { ...first, lines: [changed, c!] }, false);
  expect([...lines]).toEqual([
    [1, { kind: "changed", was: { unitPrice: "100.00", stock: 1 } }],
    [3, { kind: "new" }],
  ]);
  expect(removed).toEqual([b]);
});

test("[OFF-8] the customer's decisions are only marked for others", () => {
  const accepted = { ...first, lines: first.lines.map((line) => ({ ...line, status: "accepted" as const })) };
  expect(marksBetween(first, accepted, true).lines.size).toBe(0);
  expect(marksBetween(first, accepted, false).lines.get(1)).toEqual({ kind: "changed", was: { status: "offered" } });
});

test("[OFF-8] totals that follow from the customer's own decisions are only news to others", () => {
  const [a, b] = first.lines.map((line) => ({ ...line, total: "100.00" }));
  const offered = { ...first, lines: [a!, b!], totals: totalsOf([a!, b!]) };
  const lines = [a!, { ...b!, status: "declined" as const }];
  const decided = { ...offered, version: 2, lines, totals: totalsOf(lines) };
  const isFootMarked = (isCustomer: boolean) => isFootOther(marksBetween(offered, decided, isCustomer), decided);
  expect([isFootMarked(true), isFootMarked(false)]).toEqual([false, true]);
});

test("[OFF-8a][OFF-8] a changed last day is marked at the foot", () => {
  const { look, load, saved } = startPane(1);
  look(1, "head");
  load({ ...first, version: 2, validUntil: "2999-02-01T00:00:00.000Z" });
  look(2, "head");
  expect(saved()).toEqual([1]);
  look(2, "foot");
  expect(saved()).toEqual([1, 2]);
});

test("[OFF-8] the version last seen is fetched if not held, and marks nothing until it arrives", () => {
  const { app, marked, look, saved } = startPane(1, priced(3, { 2: "80.00" }));
  expect(app.asked("call-earlier-offer")).toMatchObject([{ offerNumber: 10_001, version: 1 }]);
  look(3, "head");
  expect(saved()).toEqual([]);
  app.dispatch({ type: "offers/earlier-loaded", offer: first });
  expect(marked()).toEqual([2]);
  look(3, "head", 2);
  expect(saved()).toEqual([3]);
});

test("[OFF-8] nothing is marked in an offer never seen before, or if the server no longer has the version", () => {
  const fresh = startPane(null, priced(3, { 2: "80.00" }));
  expect(fresh.marked()).toEqual([]);
  fresh.look(3, "head");
  expect(fresh.saved()).toEqual([3]);
  const gone = startPane(1, priced(3, { 2: "80.00" }));
  gone.app.dispatch({
    ...{ type: "offers/earlier-failed", offerNumber: 10_001, version: 1 },
    error: callError("not_found"),
  });
  gone.look(3, "head");
  expect([gone.marked(), gone.saved()]).toEqual([[], [3]]);
});

test("[OFF-8a] a mark that was seen stays until the pane closes or the offer changes again; an unseen one stays longer", () => {
  const { app, marked, look, load, saved } = startPane(1);
  look(1, "head");
  load(priced(2, { 2: "80.00" }));
  expect(marked()).toEqual([2]);
  look(2, "head");
  load(priced(3, { 2: "80.00", 3: "70.00" }));
  expect(marked()).toEqual([2, 3]);
  look(3, "head", 2, 3);
  expect([marked(), saved()]).toEqual([
    [2, 3],
    [1, 3],
  ]);
  load(priced(4, { 1: "60.00", 2: "80.00", 3: "70.00" }));
  expect(marked()).toEqual([1]);
  app.dispatch({ type: "offers/pane-closed", offerNumber: 10_001 });
  expect(marked()).toEqual([]);
});

test("[SYNC-8a][OFF-8] the version last seen is requested again after a failure", () => {
  const { app, marked } = startPane(1, priced(3, { 2: "80.00" }));
  const failed = { type: "offers/earlier-failed", offerNumber: 10_001, version: 1 } as const;
  app.dispatch({ ...failed, error: callError("offline") });
  app.clock.pass(2000);
  expect(app.asked("call-earlier-offer")).toHaveLength(2);
  app.dispatch({ type: "offers/earlier-loaded", offer: first });
  expect(marked()).toEqual([2]);
});

test("[OFF-8c][SIGN-2] the device stores what each person saw of at most a hundred offers, and nothing after signing out", () => {
  for (let number = 1; number <= 101; number += 1) saveSeenVersion("customer.1", number, number * 10);
  saveSeenVersion("erp.1", 7, 5);
  expect([1, 2, 101].map((number) => seenVersion("customer.1", number))).toEqual([null, 20, 1010]);
  saveSeenVersion("erp.1", 7, 6);
  expect(seenVersion("erp.1", 7)).toBe(6);
  forgetSeenVersions();
  expect(Object.keys(localStorage)).toEqual([]);
});

test.each(["{", '"x"', '[["a", 1], [1], [2, null]]'])("[WEB-1] foreign content there (%s) is ignored", (text) => {
  localStorage.setItem("cuplaj.offers-seen.erp.1", text);
  expect(seenVersion("erp.1", 2)).toBeNull();
});

import { expect, test } from "vitest";
import { drawn } from "../testing/drawn.tsx";
import { offerOf } from "../testing/offers.ts";
import { undoMs } from "../state/undo/undo-state.ts";
import { callError } from "../testing/call-errors.ts";
import { createAnasApp, createTestApp, startAnasApp } from "../testing/test-app.ts";
import { room, signedInAna, signedInRadu } from "../testing/people.ts";
import type { Me } from "../state/entities.ts";
import { DecisionArea } from "./offer-line-row.tsx";
import { OfferDetails } from "./offer-details.tsx";
import type { Offer } from "../state/offers/offers-shape.ts";

await DecisionArea.preload();

const statuses = ["declined", "offered", "alternative", "accepted", "offered"] as const;

test("[OFF-3c] accepted lines come first, then offered ones in order, then those that do not count", () => {
  const offer = offerOf(10_001, { codes: ["A1", "B2", "C3", "D4", "E5"] });
  const lines = offer.lines.map((line, i) => ({ ...line, status: statuses[i] ?? "offered" }));
  const markup = drawn(createAnasApp(room(1)), <OfferDetails offer={{ ...offer, lines }} isTitled />);
  expect([...markup.matchAll(/<span>([A-E]\d)<\/span>/g)].map(([, code]) => code)).toEqual([
    "D4",
    "B2",
    "E5",
    "C3",
    "A1",
  ]);
});

test("[OFF-3c] a pending decision changes a line in place", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "offers/asked", offerNumber: 10_001 });
  const offer = offerOf(10_001, { codes: ["A1", "B2"] });
  app.dispatch({ type: "offers/loaded", offer });
  app.dispatch({ type: "offers/decision-asked", offerNumber: 10_001, lineId: 2, decision: "accept", isTooSoon: false });
  const markup = drawn(app, <OfferDetails offer={offer} isTitled />);
  expect(markup).toContain("Acceptată");
  expect([...markup.matchAll(/<span>([A-E]\d)<\/span>/g)].map(([, code]) => code)).toEqual(["A1", "B2"]);
});

const plain = (markup: string): string =>
  markup
    .replaceAll(/<svg.*?<\/svg>/g, "")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/\s/g, " ");

function drawnSince(earlier: Offer, offer: Offer, self: Me = signedInAna): string {
  const app = startAnasApp(createTestApp(), [room(1)], self);
  app.dispatch({ type: "offers/asked", offerNumber: 10_001 });
  app.dispatch({ type: "offers/loaded", offer: earlier });
  app.dispatch({ type: "offers/seen-version-known", offerNumber: 10_001, since: earlier.version });
  app.dispatch({ type: "offers/loaded", offer });
  return drawn(app, <OfferDetails offer={offer} isTitled />);
}

const before: Offer = { ...offerOf(10_001, { codes: ["A1", "B2"] }), validUntil: "2999-01-01T00:00:00.000Z" };
const [a, b] = before.lines;
const after: Offer = {
  ...{ ...before, version: 2 },
  lines: [
    { ...a!, unitPrice: "90.00", quantity: 2, stock: 0, deliveryDays: 3 },
    { ...b!, id: 3, code: "C3" },
  ],
};

test("[OFF-8] old values are struck through next to new ones and announced, and added and removed lines are listed", () => {
  const markup = drawnSince(before, after);
  const words = plain(markup);
  for (const was of [
    "era 1 buc. 2 buc. × era 100,00 RON 90,00 RON",
    "era În stoc: 1 La comandă, era livrare azi livrare în 3 zile",
  ])
    expect(words).toContain(was);
  expect(markup.match(/<s /g)).toHaveLength(4);
  expect(words).toContain("C3nou");
  expect(words).toContain("B2Scoasă din ofertă");
});

test("[OFF-8] vehicle, status, last day and total show their old values, and formerly unknown ones are new", () => {
  const vehicle = { ...before.vehicle, year: 2012, engine: "1.9 TDI", plate: "B 99 NOU" };
  const totals = { net: "100.00", vat: "21.00", gross: "121.00" };
  const changed: Offer = {
    ...before,
    version: 2,
    status: "ordered",
    vehicle,
    totals,
    validUntil: "2999-02-01T00:00:00.000Z",
  };
  const words = plain(drawnSince(before, changed));
  for (const was of [
    "era Trimisă Comandată",
    "era Škoda Octavia 2014 Škoda Octavia 2012",
    "era 2.0 TDI 1.9 TDI",
    "B 99 NOU nou",
    "Total de plată cu TVAera 0,00 RON 121,00 RON",
    "Valabilă până pe era 1 ianuarie 2999 1 februarie 2999",
  ])
    expect(words).toContain(was);
  expect(plain(drawnSince(changed, { ...changed, version: 3 }))).not.toContain("era");
});

test("[OFF-3e] prices are labelled once for all lines, and totals one by one", () => {
  const words = plain(drawnSince(before, before));
  expect(words.match(/Prețuri fără TVA/g)).toHaveLength(1);
  expect(words).toMatch(/Total de plată cu TVA.*RON.*Total fără TVA/);
});

test("[OFF-8b] a change is amber for the person it waits on, and quiet for everybody else", () => {
  expect(drawnSince(before, after)).toContain('data-tone="waiting"');
  const quiet = [drawnSince(before, after, signedInRadu), drawnSince(before, { ...after, status: "ordered" })];
  for (const markup of quiet)
    expect([markup.includes('"waiting"'), markup.includes('data-tone="quiet"')]).toEqual([false, true]);
});

test("[OFF-9] the customer has two buttons on each open line, and the opposite one on a decided line; staff have none", () => {
  const lines = statuses.slice(0, 4).map((status, i) => ({ ...a!, id: i + 1, code: `L${i + 1}`, status }));
  const offer = { ...before, lines };
  const names = (self: Me, given: Offer = offer) =>
    [...drawnSince(before, given, self).matchAll(/aria-label="((?:Acceptă|Refuză) L\d)"/g)].map(([, name]) => name);
  expect(names(signedInAna)).toEqual(["Refuză L4", "Acceptă L2", "Refuză L2", "Acceptă L3", "Refuză L3", "Acceptă L1"]);
  expect(names(signedInRadu)).toEqual([]);
  expect(names(signedInAna, { ...offer, status: "accepted" })).toEqual([]);
});

test("[OFF-3c][OFF-9b] a removed line is struck through, without buttons, and reports a failed decision", () => {
  const app = startAnasApp(createTestApp(), [room(1)]);
  app.dispatch({ type: "offers/asked", offerNumber: 10_001 });
  app.dispatch({ type: "offers/loaded", offer: before });
  app.dispatch({ type: "offers/seen-version-known", offerNumber: 10_001, since: 1 });
  app.dispatch({ type: "offers/decision-asked", offerNumber: 10_001, lineId: 2, decision: "accept", isTooSoon: false });
  app.clock.pass(undoMs);
  const failure = { offerNumber: 10_001, lineId: 2, error: callError("version_conflict"), newer: after };
  app.dispatch({ type: "offers/decision-failed", ...failure });
  const row =
    /<li[^>]*data-status="declined".*?<\/li>/.exec(drawn(app, <OfferDetails offer={after} isTitled />))?.[0] ?? "";
  expect(plain(row)).toContain("B2Scoasă din ofertă");
  expect(plain(row)).toContain("Nu s-a trimis. Oferta s-a schimbat între timp. Uită-te încă o dată la ea.");
  expect(row).not.toContain("<button");
});

test("[OFF-9] an expired offer has no buttons, and is shown as expired at its foot", () => {
  const markup = drawnSince(before, { ...before, validUntil: "2020-01-01T00:00:00.000Z" });
  expect(plain(markup)).toContain("A expirat pe 1 ianuarie 2020");
  expect(markup).not.toContain("Acceptă");
});

test("[OFF-8b] an expired offer is amber for nobody", () => {
  const markup = drawnSince(before, { ...after, validUntil: "2020-01-01T00:00:00.000Z" });
  expect([markup.includes('"waiting"'), markup.includes('data-tone="quiet"')]).toEqual([false, true]);
});

test("[OFF-9b] a decision that the offer no longer accepts is reported with what to do instead", () => {
  const app = startAnasApp(createTestApp(), [room(1)]);
  app.dispatch({ type: "offers/asked", offerNumber: 10_001 });
  app.dispatch({ type: "offers/loaded", offer: before });
  app.dispatch({ type: "offers/decision-asked", offerNumber: 10_001, lineId: 1, decision: "accept", isTooSoon: false });
  app.clock.pass(undoMs);
  const failure = { offerNumber: 10_001, lineId: 1, error: callError("conflict"), newer: null };
  app.dispatch({ type: "offers/decision-failed", ...failure });
  expect(plain(drawn(app, <OfferDetails offer={before} isTitled />))).toContain(
    "Oferta s-a încheiat. Scrie în discuție.",
  );
});

test("[OFF-9b][OFF-9c][CONN-9] a failed decision is reported at its line", () => {
  const app = startAnasApp(createTestApp(), [room(1)]);
  app.dispatch({ type: "offers/asked", offerNumber: 10_001 });
  app.dispatch({ type: "offers/loaded", offer: before });
  const decide = () =>
    app.dispatch({
      type: "offers/decision-asked",
      offerNumber: 10_001,
      lineId: 1,
      decision: "accept",
      isTooSoon: false,
    });
  const failure = (offer: Offer) =>
    /<p role="alert"[^>]*>(.*?)<\/p>/.exec(drawn(app, <OfferDetails offer={offer} isTitled />))?.[1];
  decide();
  app.clock.pass(undoMs);
  const conflict = {
    ...({ type: "offers/decision-failed", offerNumber: 10_001, lineId: 1 } as const),
    error: callError("version_conflict"),
  };
  app.dispatch({ ...conflict, newer: after });
  expect(failure(after)).toBe("Oferta s-a schimbat între timp: uită-te la preț și apasă din nou.");
  decide();
  app.clock.pass(undoMs);
  app.dispatch({ ...conflict, error: callError("timeout"), newer: null });
  expect(failure(after)).toBe("Serverul nu a răspuns. Dacă a ajuns, se vede aici.");
  app.dispatch({ type: "connection/lost" });
  decide();
  expect(failure(after)).toBe("Nu s-a trimis: nu era conexiune. Apasă din nou.");
});

test("[ASK-9a] an offer leads to the request that it answers, unless that is here", () => {
  const request = { id: 31, state: "answered", reason: null, seq: 1 } as const;
  const offer = { ...offerOf(10_001), requestId: 31 };
  const links = [room(1), room(1, { request })].map((open) => {
    const app = createAnasApp(open);
    app.dispatch({ type: "room/selected", roomId: 1 });
    return drawn(app, <OfferDetails offer={offer} isTitled />).includes('href="/view/cerere.31"');
  });
  expect(links).toEqual([true, false]);
});

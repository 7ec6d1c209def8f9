import { expect, test } from "vitest";
import { linesFromWire } from "../api/line-from-wire.ts";
import { groupOf } from "../state/history/group-lines.ts";
import { QuietLines, SpokenLines } from "./quiet-lines.tsx";
import type { QuietLine } from "../state/history/history-shape.ts";
import type { Participant } from "../state/entities.ts";
import type { OfferChange, OfferUpdate } from "../state/offer-entities.ts";
import { drawn } from "../testing/drawn.tsx";
import { offerOf } from "../testing/offers.ts";
import { ana, radu, room } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";

const app = createAnasApp(room(1));
app.dispatch({ type: "offers/asked", offerNumber: 10_001 });
app.dispatch({ type: "offers/loaded", offer: offerOf(10_001, { codes: ["624 3477 33"] }) });

let seq = 0;
function lineOf(update: Partial<OfferUpdate>, by: Participant = radu): QuietLine {
  const whole = {
    offerNumber: 10_001,
    version: 2,
    status: "sent",
    changes: [],
    changesTotal: 1,
    by,
    ...update,
  } as const;
  return { seq: (seq += 1), kind: "offer", update: whole };
}
const changed = (what: string, from: string | null = null, to: string | null = null, lineId: number | null = 1) =>
  lineOf({ changes: [{ what, lineId, from, to }] });

function said(...lines: readonly QuietLine[]): string[] {
  const markup = drawn(app, <QuietLines group={groupOf(lines)} />);
  return [...markup.matchAll(/<p>(.*?)<\/p>/g)].map(([, text = ""]) => text.replaceAll(/<[^>]+>/g, ""));
}

test.each<readonly [string, QuietLine]>([
  ["Preț nou la 624 3477 33: 812,40 → 799,00 fără TVA", changed("price", "812.40", "799.00")],
  ["Preț nou la 624 3477 33: 1.812,40 → 1.799,00 fără TVA", changed("price", "1812.40", "1799.00")],
  ["Cantitate nouă la 624 3477 33: 1 → 4", changed("quantity", "1", "4")],
  ["Stoc nou la 624 3477 33: 12 → 0", changed("stock", "12", "0")],
  ["Livrare nouă la 624 3477 33: azi → 1 zi", changed("delivery", "0", "1")],
  ["Livrare nouă la 624 3477 33: 2 zile → 20 de zile", changed("delivery", "2", "20")],
  ["Stare nouă la 624 3477 33: Ofertată → Alternativă", changed("line_status", "offered", "alternative")],
  ["Descriere nouă la 624 3477 33", changed("line")],
  ["Piesă nouă în ofertă: 624 3477 33", changed("line_added")],
  ["O piesă a ieșit din ofertă", changed("line_removed", null, null, 9)],
  ["Oferta e valabilă până pe 3 martie 2026", changed("valid_until", null, "2026-03-03T10:00:00.000Z", null)],
  ["Mașina din ofertă s-a schimbat", changed("vehicle", null, null, null)],
  ["Oferta a fost salvată din nou", lineOf({ changesTotal: 0 })],
  ["Oferta s-a schimbat", changed("what-a-newer-server-knows")],
])("[OFF-6] a new version is put in words as %s", (words, line) => {
  expect(said(line)).toEqual([words]);
});

test("[OFF-6] the offer's new status is put in words", () => {
  const status = (to: OfferUpdate["status"]): QuietLine =>
    lineOf({ status: to, changes: [{ what: "status", lineId: null, from: "draft", to }] });
  expect(said(status("sent"), status("accepted"), status("ordered"))).toEqual([
    "Oferta a fost trimisă",
    "Oferta a fost acceptată",
    "Oferta a fost comandată",
  ]);
  expect(said(status("expired"), status("draft"))).toEqual(["Oferta a expirat", "Oferta e din nou în lucru"]);
});

test("[OFF-6] the first of several changes is named and the others are counted, in the language's plural", () => {
  const many = (changesTotal: number): QuietLine =>
    lineOf({ changesTotal, changes: [{ what: "price", lineId: 1, from: "2.00", to: "1.00" }] });
  const price = "Preț nou la 624 3477 33: 2,00 → 1,00 fără TVA";
  expect(said(many(2), many(4), many(22))).toEqual([
    `${price} și încă o modificare`,
    `${price} și încă 3 modificări`,
    `${price} și încă 21 de modificări`,
  ]);
});

test("[OFF-6] the customer's decisions name the customer, or `you`", () => {
  const decided = (to: "accepted" | "declined", by: Participant): QuietLine =>
    lineOf({ changes: [{ what: "line_status", lineId: 1, from: "offered", to }] }, by);
  const other: Participant = { id: 9, name: "Ana Mureșan", kind: "customer" };
  expect(said(decided("accepted", other), decided("declined", other))).toEqual([
    "Ana Mureșan a acceptat 624 3477 33",
    "Ana Mureșan a refuzat 624 3477 33",
  ]);
  expect(said(decided("accepted", ana), decided("declined", ana), decided("accepted", radu))).toEqual([
    "Ai acceptat 624 3477 33",
    "Ai refuzat 624 3477 33",
    "Stare nouă la 624 3477 33: Ofertată → Acceptată",
  ]);
});

test("[OFF-6] a part that the held offer lacks is called `a part`", () => {
  expect(said(changed("price", "2.00", "1.00", 7), changed("line_added", null, null, 7))).toEqual([
    "Preț nou la o piesă: 2,00 → 1,00 fără TVA",
    "Piesă nouă în ofertă",
  ]);
});

test("[MSG-9a] versions among other lines are grouped, the last one named, and counted if there are many", () => {
  const prices = (count: number): QuietLine[] =>
    Array.from({ length: count }, (_, i) => changed("price", "9.00", `${i}.00`));
  const joined: QuietLine = { seq: (seq += 1), kind: "joined", person: radu };
  expect(said(joined, ...prices(5))).toEqual([
    "Radu Ion s-a alăturat · 5 modificări ale ofertei · Preț nou la 624 3477 33: 9,00 → 4,00 fără TVA",
  ]);
  expect(said(...prices(20))).toEqual(["20 de modificări ale ofertei"]);
  expect(said(...prices(11), joined)).toEqual(["1 intrare · 11 modificări ale ofertei"]);
  const spoken = drawn(app, <SpokenLines group={groupOf(prices(1))} />);
  expect(spoken.replaceAll(/<[^>]+>/g, "")).toBe("Preț nou la 624 3477 33: 9,00 → 0,00 fără TVA");
});

test("[MSG-9][OFF-6] a version in a page of history becomes the same line as the live event, and counted ones become lines of their kind", () => {
  const change: OfferChange = { what: "price", lineId: 1, from: "2.00", to: "1.00" };
  const data = {
    ...{ offer_id: 10_001, version: 2, status: "sent", changes_total: 1 },
    changes: [{ what: "price", line_id: 1, from: "2.00", to: "1.00" }],
    by: { id: 2, name: "Radu Ion", type: "erp" },
    room: { id: 1, name: "oferta.10001", channel: "presence-oferta.10001", last_seq: 7, epoch: "one" },
  };
  const between = [{ seq: 9, counts: { offer: 12 } }];
  expect(
    linesFromWire([
      { seq: 7, event: "OfferUpdated", data },
      { seq: 9, event: "EventsLeftOut", data: { count: 12, between } },
    ]),
  ).toEqual([
    {
      ...{ seq: 7, kind: "offer" },
      update: { offerNumber: 10_001, version: 2, status: "sent", changes: [change], changesTotal: 1, by: radu },
    },
    {
      seq: 9,
      kind: "left-out",
      counts: { joined: 0, left: 0, takeOvers: 0, offers: 12, requests: 0, afterHours: 0, unknown: 0 },
    },
  ]);
});

test("[OFF-6d] of grouped versions, the last that changed a status is named, or the last if none did", () => {
  const stock = (): QuietLine => changed("stock", "12", "0");
  const ordered = lineOf({
    status: "ordered",
    changes: [{ what: "status", lineId: null, from: "sent", to: "ordered" }],
  });
  const [last] = said(stock());
  expect(said(stock(), stock(), stock(), stock())).toEqual([`4 modificări ale ofertei · ${last}`]);
  const [named] = said(ordered);
  expect(said(stock(), ordered, stock(), stock())).toEqual([`4 modificări ale ofertei · ${named}`]);
});

test("[OFF-6d] staff's decisions for the customer are named, and never counted as the customer's", () => {
  const of = (by: Participant, lineId: number): QuietLine =>
    lineOf(
      {
        changes: [{ what: "line_status", lineId, from: "offered", to: "accepted" }],
        decision: { decision: "accept", isOnBehalf: by === radu, at: "2026-01-06T10:00:00.000Z" },
      },
      by,
    );
  const [last] = said(of(radu, 4));
  expect(last).toMatch(/^Radu Ion .* pentru client$/);
  expect(said(of(ana, 1), of(ana, 2), of(ana, 4), of(radu, 4))).toEqual([
    `4 modificări ale ofertei · 2 piese acceptate · ${last}`,
  ]);
  expect(said(of(radu, 1), of(radu, 2), of(radu, 3), of(radu, 4))).toEqual([`4 modificări ale ofertei · ${last}`]);
});

test("[OFF-6d] lines decided in a group are counted, each by its last decision, without naming any", () => {
  const decided = (to: "accepted" | "declined", lineId: number): QuietLine =>
    lineOf({ changes: [{ what: "line_status", lineId, from: "offered", to }] }, ana);
  const ordered = lineOf({
    ...({ status: "ordered", changesTotal: 2 } as const),
    changes: [{ what: "status", lineId: null, from: "sent", to: "ordered" }],
  });
  const stock = changed("stock", "12", "0");
  expect(said(decided("declined", 1), decided("accepted", 2), decided("accepted", 1), stock)).toEqual([
    "4 modificări ale ofertei · 2 piese acceptate",
  ]);
  expect(said(decided("accepted", 1), decided("declined", 2), decided("accepted", 3), ordered)).toEqual([
    "4 modificări ale ofertei · 2 piese acceptate · 1 piesă refuzată · Oferta a fost comandată și încă o modificare",
  ]);
  expect(said(stock, stock, decided("accepted", 1), stock)).toEqual([
    "4 modificări ale ofertei · Ai acceptat 624 3477 33",
  ]);
});

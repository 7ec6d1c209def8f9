import { expect, test } from "vitest";
import type { QuietLine } from "../state/history/history-shape.ts";
import type { HolderChange, Participant } from "../state/entities.ts";
import { drawn } from "../testing/drawn.tsx";
import { ana, mia, radu } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { groupOf } from "../state/history/group-lines.ts";
import { QuietLines, SpokenLines } from "./quiet-lines.tsx";

const app = createAnasApp();
const ioana: Participant = { id: 4, name: "Ioana", kind: "erp" };
const admin: Participant = { id: 5, name: "Admin", kind: "erp" };
const dan: Participant = { id: 6, name: "Dan", kind: "agent" };

let seq = 0;
const member = (kind: "joined" | "left", person: Participant, by?: Participant): QuietLine => ({
  ...{ seq: (seq += 1), kind, person },
  ...(by && { by }),
});
const joined = (person: Participant, by?: Participant): QuietLine => member("joined", person, by);
const left = (person: Participant, by?: Participant): QuietLine => member("left", person, by);
const change = (how: HolderChange["how"], by: Participant, given: Partial<HolderChange> = {}): QuietLine => ({
  seq: (seq += 1),
  kind: "take-over",
  change: { holder: null, from: null, ...given, by, how },
});
const took = (person: Participant): QuietLine => change("taken", person, { holder: person });

function said(...lines: readonly QuietLine[]): string[] {
  const markup = drawn(app, <QuietLines group={groupOf(lines)} />);
  return [...markup.matchAll(/<p>(.*?)<\/p>/g)].map(([, text = ""]) => text.replaceAll(/<[^>]+>/g, ""));
}

test("[MSG-9] a join, a leave, a take-over and its end name the person, without gender, or say `you`", () => {
  expect(said(joined(radu), left(mia), joined(ana))).toEqual([
    "Radu Ion s-a alăturat",
    "Mia a ieșit",
    "Te-ai alăturat",
  ]);
  expect(said(took(radu), took(ana), change("taken", admin, { holder: admin, from: radu }))).toEqual([
    "Radu Ion a preluat",
    "Ai preluat",
    "Admin a preluat de la Radu Ion",
  ]);
  expect(
    said(
      change("taken", ana, { holder: ana, from: radu }),
      change("taken", admin, { holder: admin, from: ana }),
      change("released", radu, { from: radu }),
    ),
  ).toEqual(["Ai preluat de la Radu Ion", "Admin a preluat de la tine", "Radu Ion a renunțat la preluare"]);
  expect(
    said(
      change("released", ana, { from: ana }),
      change("left", radu, { from: radu }),
      change("disabled", radu, { from: radu }),
    ),
  ).toEqual([
    "Ai renunțat la preluare",
    "Preluarea făcută de Radu Ion s-a încheiat",
    "Preluarea făcută de Radu Ion s-a încheiat: cont dezactivat",
  ]);
});

test("[MSG-9] a hand-over names giver, receiver and actor, and which of them the reader is", () => {
  const handed = (by: Participant, from: Participant, holder: Participant): string[] =>
    said(change("handed", by, { from, holder }));
  expect(handed(radu, radu, ioana)).toEqual(["Radu Ion a predat discuția către Ioana"]);
  expect(handed(ana, ana, ioana)).toEqual(["Ai predat discuția către Ioana"]);
  expect(handed(radu, radu, ana)).toEqual(["Radu Ion ți-a predat discuția"]);
  expect(handed(admin, radu, ioana)).toEqual(["Admin a predat discuția de la Radu Ion către Ioana"]);
  expect(handed(admin, ana, ioana)).toEqual(["Admin a predat discuția de la tine către Ioana"]);
  expect(handed(admin, radu, ana)).toEqual(["Admin ți-a predat discuția de la Radu Ion"]);
  expect(handed(ana, radu, ioana)).toEqual(["Ai predat discuția de la Radu Ion către Ioana"]);
});

test("[MSG-9a] more than three are one line, grouped by event, with each name once", () => {
  expect(said(joined(radu), joined(ioana), joined(mia), joined(dan), joined(admin))).toEqual([
    "Radu Ion, Ioana și încă 3 s-au alăturat",
  ]);
  expect(said(joined(radu), left(radu), joined(radu), joined(mia))).toEqual(["Radu Ion și Mia s-au alăturat"]);
  expect(said(joined(radu), took(radu), joined(mia), left(radu))).toEqual([
    "Radu Ion și Mia s-au alăturat · Radu Ion a preluat · Radu Ion a ieșit",
  ]);
  expect(said(joined(radu), joined(mia), took(radu), left(ana))).toEqual([
    "Radu Ion și Mia s-au alăturat · Radu Ion a preluat · Ai ieșit",
  ]);
  expect(said(joined(radu), joined(ioana), took(radu), change("handed", radu, { from: radu, holder: ioana }))).toEqual([
    "Radu Ion și Ioana s-au alăturat · Radu Ion a preluat · Radu Ion a predat discuția către Ioana",
  ]);
  const often = [took(radu), change("released", radu), took(ioana), change("released", ioana), took(mia)];
  expect(said(...often)).toEqual(["5 schimbări de preluare · Mia a preluat"]);
});

test("[ROOM-14d] one line of more than three says who added whom, and a person called back has not left", () => {
  expect(said(left(dan), joined(radu), joined(mia), joined(dan, radu))).toEqual([
    "Radu Ion și Mia s-au alăturat · Radu Ion a adăugat: Dan",
  ]);
  expect(said(joined(radu), joined(mia), joined(dan, radu), left(dan, mia))).toEqual([
    "Radu Ion și Mia s-au alăturat · Radu Ion a adăugat: Dan · Mia a scos: Dan",
  ]);
});

test("[MSG-9a] more than ten are counted, in the language's plural, up to a thousand", () => {
  const joins = (count: number): QuietLine[] => Array.from({ length: count }, () => joined(radu));
  expect(said(...joins(11))).toEqual(["11 intrări"]);
  expect(said(...joins(20), left(radu))).toEqual(["20 de intrări · 1 ieșire"]);
  expect(said(...joins(101), took(radu), took(radu))).toEqual(["101 intrări · 2 schimbări de preluare"]);
  expect(said(...joins(999))).toEqual(["999 de intrări"]);
  for (const count of [1000, 1001, 10_000]) {
    expect(said(...joins(count))).toEqual(["Cel puțin 1.000 de evenimente"]);
  }
});

test("[MSG-9a] counted lines are drawn as if the page had named them", () => {
  const leftOut = (counts: object): QuietLine => ({
    seq: (seq += 1),
    kind: "left-out",
    counts: { joined: 0, left: 0, takeOvers: 0, offers: 0, requests: 0, afterHours: 0, unknown: 0, ...counts },
  });
  const joins = (count: number): QuietLine[] => Array.from({ length: count }, () => joined(radu));
  expect(said(leftOut({ joined: 40, left: 11 }), ...joins(199))).toEqual(["239 de intrări · 11 ieșiri"]);
  expect(said(leftOut({ joined: 801 }), ...joins(199))).toEqual(["Cel puțin 1.000 de evenimente"]);
  expect(said(joined(mia), leftOut({ unknown: 20 }), joined(radu))).toEqual(["21 de evenimente"]);
});

test("[HOURS-4][MSG-9a] a late message's line gives the date of the reply, and is grouped or counted among others", () => {
  const late = (nextOpen: string | null): QuietLine => ({ seq: (seq += 1), kind: "after-hours", nextOpen });
  const opens = new Date(2026, 10, 30, 8).toISOString();
  const words = "Mesaj primit în afara programului. Răspundem luni, 30 noiembrie, de la 8:00.";
  expect(said(late(opens), late(null))).toEqual([words, "Mesaj primit în afara programului."]);
  expect(said(late(opens), took(radu), joined(radu), joined(mia))).toEqual([
    `Radu Ion și Mia s-au alăturat · Radu Ion a preluat · ${words}`,
  ]);
  const joins = Array.from({ length: 11 }, () => joined(radu));
  expect(said(late(opens), ...joins)).toEqual(["11 intrări · 1 mesaj în afara programului"]);
  const english = drawn(app, <SpokenLines group={groupOf([late(opens)])} />, "en");
  expect(english).toBe("Message received outside opening hours. We reply on Monday 30 November from 8:00.");
});

test("[MSG-9] lines are read aloud as they are drawn", () => {
  const spoken = drawn(app, <SpokenLines group={groupOf([joined(radu), took(radu)])} />);
  expect(spoken.replaceAll(/<[^>]+>/g, "")).toBe("Radu Ion s-a alăturat · Radu Ion a preluat");
});

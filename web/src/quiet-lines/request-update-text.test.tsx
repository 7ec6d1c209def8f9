import { expect, test } from "vitest";
import { groupOf } from "../state/history/group-lines.ts";
import type { QuietLine } from "../state/history/history-shape.ts";
import type { RequestUpdate } from "../state/request-entities.ts";
import { drawn } from "../testing/drawn.tsx";
import { ana, radu } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { QuietLines, SpokenLines } from "./quiet-lines.tsx";

const app = createAnasApp();
let seq = 0;

function line(
  state: RequestUpdate["request"]["state"],
  given: Partial<RequestUpdate> = {},
  reason: string | null = null,
) {
  const update: RequestUpdate = { request: { id: 31, state, reason, seq: 1 }, offer: null, by: radu, ...given };
  return { seq: (seq += 1), kind: "request", update } satisfies QuietLine;
}

const offer = (number: number, isElsewhere: boolean) => ({ offer: { number, isElsewhere } });

test.each([
  ["Oferta 10007 răspunde la cerere", line("answered", offer(10_007, false))],
  ["Încă o ofertă la cerere: Oferta 10008", line("answered", offer(10_008, true))],
  ["Piesele din cerere au fost comandate", line("ordered")],
  ["Ai retras cererea", line("withdrawn", { by: ana })],
  ["Radu Ion a închis cererea: Nu se mai fabrică.", line("closed", {}, "Nu se mai fabrică.")],
  ["Radu Ion a redeschis cererea", line("open")],
  ["Ai redeschis cererea", line("answered", { by: ana })],
])("[ASK-9] a change is put in words as %s", (words, one) => {
  const markup = drawn(app, <QuietLines group={groupOf([one])} />);
  expect(/<p>(.*?)<\/p>/.exec(markup)?.[1]?.replaceAll(/<[^>]+>/g, "")).toBe(words);
});

test("[ASK-9] only an offer with a room of its own is a link, and none where lines are only read aloud", () => {
  const group = groupOf([line("answered", offer(10_007, false)), line("answered", offer(10_008, true))]);
  const links = [...drawn(app, <QuietLines group={group} />).matchAll(/href="(.*?)"/g)].map(([, href]) => href);
  expect(links).toEqual(["/view/oferta.10008"]);
  expect(drawn(app, <SpokenLines group={group} />)).not.toContain("href");
});

test("[ASK-9] among many lines the last change of the request is named", () => {
  const group = groupOf([line("withdrawn"), line("open"), line("withdrawn"), line("closed")]);
  expect(drawn(app, <SpokenLines group={group} />).replaceAll(/<[^>]+>/g, "")).toBe("Radu Ion a închis cererea");
});

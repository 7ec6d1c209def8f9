import { describe, expect, test } from "vitest";
import type { Me } from "../state/entities.ts";
import { drawn } from "../testing/drawn.tsx";
import { message, radu, room, signedInAna, signedInRadu } from "../testing/people.ts";
import { createTestApp, startAnasApp } from "../testing/test-app.ts";
import { bestFound, activeIndex, panelGroups, nearFirst, type SwitcherRoom } from "./panel-options.ts";
import { FoundSummary } from "./panel-list.tsx";
import { PanelNote } from "./suggestions.tsx";
import { ResultsBlank } from "./results-blank.tsx";
import { noFilters } from "./search-entry.ts";
import type { FoundMessage, FoundRoom, RoomFind, Search } from "../state/search/search-shape.ts";

const unmarked = (text: string) => ({ text, ranges: [] });
const held = (roomId: number): SwitcherRoom => {
  const [name, vehicle, number] = [unmarked("Ana Pop"), unmarked("Golf"), unmarked(String(10_000 + roomId))];
  return { roomId, person: null, title: { of: "offer", id: 10_000 + roomId }, name, vehicle, number, other: [] };
};
const car: RoomFind = { in: "vehicle", text: "Golf V", ranges: [[0, 4]], lineId: null };
const line: RoomFind = { in: "line", text: "Disc frână", ranges: [[5, 10]], lineId: 7 };
const said = "…pentru mașina adusă ieri la noi trebuie un disc de frână";
const hit: FoundMessage = {
  messageId: 1,
  seq: 1,
  excerpt: said,
  ranges: [[said.length - 5, said.length]],
  isFileName: false,
  author: radu,
  sentAt: message(1, 1).sentAt,
};
const found = (id: number, finds: readonly RoomFind[], hits: readonly FoundMessage[] = []): FoundRoom => ({
  room: room(id, { vehicle: "Golf V" }),
  finds,
  hits,
});
const searchOf = (text: string, phase: Search["phase"], rooms: readonly FoundRoom[] = []): Search => ({
  input: { ...noFilters, text },
  phase,
  callId: null,
  rooms,
  page: 1,
  isEnded: true,
  isPartial: false,
  error: null,
});
const customer = { person: signedInAna, name: unmarked("Ana Pop"), roomCount: 2 };

describe("the panel offers", () => {
  const offered = (search: Search, rooms: readonly number[] = [], recent: readonly string[] = []) =>
    Object.fromEntries(
      panelGroups({ rooms: rooms.map(held), customers: [customer], recent }, search).map(({ name, options }) => [
        name,
        options.map(({ key }) => key),
      ]),
    );

  test("[FIND-3b][FIND-3e] rooms, customers and recent searches before a search", () => {
    const customers = ["customer-1"];
    const idle = { customers, recent: ["recent-frână"] };
    expect(offered(searchOf(" ", "idle"), [1], ["frână"])).toEqual({ ...idle, unread: ["room-1"] });
    expect(offered(searchOf("go", "idle"), [1], ["frână"])).toEqual({ ...idle, rooms: ["room-1"] });
    const many = offered(searchOf("golf", "waiting"), [1, 2, 3, 4, 5, 6], ["frână"]);
    expect(many).toEqual({ customers, rooms: [1, 2, 3, 4, 5].map((id) => `room-${id}`), all: ["all"] });
  });

  test.each([
    ["by its car, which stands above", [1], [found(1, [car])], undefined],
    ["by its car, and is not above", [2], [found(1, [car])], ["found-1"]],
    ["by a line", [1], [found(1, [car, line])], ["found-1"]],
    ["by a message", [1], [found(1, [car], [hit])], ["found-1"]],
  ])("[FIND-3p] a found room %s, once", (_name, rooms, answered, expected) => {
    expect(offered(searchOf("golf", "ready", answered), rooms)["found"]).toEqual(expected);
  });
});

test.each([
  ["[FIND-3p] a line before all else", [car, line], [hit], { kind: "find", find: line }],
  ["[FIND-3p] a message before the room itself", [car], [hit], { kind: "hit", hit }],
  ["[FIND-3p] what else was found", [car], [], { kind: "find", find: car }],
  ["[FIND-3p] nothing", [], [], null],
] as const)("%s is shown and opened", (_name, finds, hits, best) => {
  expect(bestFound(found(1, finds, hits))).toEqual(best);
});

test.each([
  ["the room that is named, with two letters", "go", "idle", [1], [null, 0]],
  ["the same with the third", "gol", "waiting", [1], [null, 0]],
  ["and once it is answered", "golf", "ready", [1], [null, 0]],
  ["all results where none is", "golf", "ready", [], [null, -1]],
  ["the first that was searched lately", "", "idle", [], [null, 0]],
  ["what the arrows chose", "golf", "ready", [1], ["all", 2]],
  ["the room where that is gone", "golf", "ready", [1], ["room-9", 0]],
] as const)("[FIND-3o] Enter opens %s", (_name, text, phase, rooms, [chosen, index]) => {
  const customers = rooms.length > 0 ? [customer] : [];
  const offer = { rooms: rooms.map(held), customers, recent: ["frână"] };
  const search = searchOf(text, phase);
  const options = panelGroups(offer, search).flatMap((group) => group.options);
  expect(activeIndex(options, chosen, search)).toBe(index);
});

test.each([
  ["frână", [[0, 5]], "frână", [[0, 5]]],
  ["un disc", [[3, 7]], "un disc", [[3, 7]]],
  [said, hit.ranges, "…un disc de frână", [[12, 17]]],
  ["abcdefghijklmnopqrstuvwxyz", [[13, 16]], "…nopqrstuvwxyz", [[1, 4]]],
] as const)("[FIND-3p] an excerpt starts shortly before the match: %s", (text, ranges, shown, marked) => {
  expect(nearFirst({ text, ranges })).toEqual({ text: shown, ranges: marked });
});

describe("a found room in the panel", () => {
  const summary = (each: FoundRoom, self: Me, language: "ro" | "en" = "ro"): string => {
    const app = startAnasApp(createTestApp(), [], self);
    return drawn(app, <FoundSummary found={each} />, language);
  };
  const words = (html: string): string => html.replaceAll(/<[^>]+>/g, "");

  test("[FIND-3p] has the list's avatar and text: the customer's for staff, for a customer the person serving them", () => {
    const toRadu = summary(found(1, [car]), signedInRadu);
    expect(toRadu).toContain('data-initials="AP"');
    expect(words(toRadu)).toContain("Ana Pop · Golf Vmașină: Golf V10001");
    const toAna = summary(found(1, [car]), signedInAna, "en");
    expect(toAna).toContain('data-initials="RI"');
    expect(words(toAna)).toContain("Golf Vcar: Golf V10001");
    expect(toAna).not.toContain("Ana Pop");
  });

  test("[FIND-3p] shows the message around the marked match", () => {
    const shown = summary(found(1, [car], [hit]), signedInRadu);
    expect(words(shown)).toContain("Radu Ion: …un disc de frână");
    expect(shown).toMatch(/<mark[^>]*>frână<\/mark>/);
  });
});

test("[FIND-3r] an incomplete search is marked as such, even without matches, and can be repeated", () => {
  const app = startAnasApp(createTestApp(), [], signedInRadu);
  const none = { ...searchOf("disc", "ready"), isPartial: true };
  const results = drawn(app, <ResultsBlank results={none} />);
  expect(results).toContain("Nimic până acum");
  expect(results).not.toContain("Nu am găsit nimic");
  expect(results).toContain("Încearcă din nou");
  const panel = drawn(app, <PanelNote search={none} isNone />);
  expect(panel).toContain("Nimic până acum. Am căutat doar în cele mai noi.");
  expect(drawn(app, <ResultsBlank results={{ ...none, isPartial: false }} />)).toContain("Nu am găsit nimic");
});

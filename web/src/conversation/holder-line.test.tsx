import { describe, expect, test } from "vitest";
import type { Me, Room } from "../state/entities.ts";
import { takeOverBy } from "../testing/acts.ts";
import { ana, message, mia, radu, room, signedInAna, signedInRadu } from "../testing/people.ts";
import { drawn } from "../testing/drawn.tsx";
import { createTestApp, startAnasApp } from "../testing/test-app.ts";
import { HolderLine } from "./holder-line.tsx";

const erp: Me = { ...signedInRadu, roles: [{ name: "ERP", permissions: ["messages.take-over"] }] };
const admin: Me = { ...signedInRadu, roles: [{ name: "Admin", permissions: ["messages.take-over"] }] };

function lineOf(given: Partial<Room>, who: Me = erp): string {
  const lastMessage = message(1, 1, { author: ana });
  const app = startAnasApp(createTestApp(), [room(1, { isMember: true, lastMessage, ...given })], who);
  return drawn(app, <HolderLine roomId={1} />);
}

const ways = (line: string): readonly string[] =>
  [...line.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, words = ""]) => words);

describe("[ACT-8] the header", () => {
  test("[ACT-8] shows that nobody holds the room, and lets staff take it over with the customer's newest message", () => {
    expect(lineOf({})).toContain("Nepreluată");
    expect(ways(lineOf({}))).toEqual(["Preluare"]);
    expect(ways(lineOf({ lastMessage: message(1, 1, { author: radu }) }))).toEqual([]);
  });

  test("[ACT-8] lets its holder hand over and release", () => {
    const line = lineOf({ takeOver: takeOverBy(radu, 5) });
    expect(line).toContain("Preluată de tine");
    expect(ways(line)).toEqual(["Predă", "Renunță la preluare"]);
  });

  test("[ACT-8] offers nothing if a colleague holds it, except to Admin", () => {
    const line = lineOf({ takeOver: takeOverBy(mia, 5) });
    expect(line).toContain("Preluată de Mia");
    expect(ways(line)).toEqual([]);
    expect(ways(lineOf({ takeOver: takeOverBy(mia, 5) }, admin))).toEqual(["Preia de la Mia", "Predă"]);
  });

  test("[ROOM-3g] shows in words, not only in colour, that the customer waits for the viewer", () => {
    const waitingSince = "2026-01-05T10:00:00.000Z";
    expect(lineOf({ waitingSince })).toContain("răspunsul e la tine");
    expect(lineOf({ waitingSince, takeOver: takeOverBy(mia, 5) })).not.toContain("răspunsul e la tine");
  });

  test("[ACT-8] shows a customer only the holder", () => {
    const waitingSince = "2026-01-05T10:00:00.000Z";
    const line = lineOf({ takeOver: takeOverBy(mia, 5), waitingSince }, signedInAna);
    expect(line).toContain("Preluată de Mia");
    expect(line).not.toContain("așteaptă");
    expect(ways(line)).toEqual([]);
    expect(lineOf({ waitingSince }, signedInAna)).toBe("");
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Me, Participant, Room } from "../entities.ts";
import { takeOverBy } from "../../testing/acts.ts";
import { ana, message, mia, radu, received, room, signedInAna, signedInRadu } from "../../testing/people.ts";
import { drawn } from "../../testing/drawn.tsx";
import { loadedSettings } from "../../testing/public-settings.ts";
import { createTestApp, startAnasApp, type TestApp } from "../../testing/test-app.ts";
import { RoomRow } from "../../rooms/room-row.tsx";
import { waited } from "./waiting.ts";

const now = Date.parse("2026-01-05T10:00:00.000Z");
const minutesAgo = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();

beforeEach(() => void vi.useFakeTimers({ now, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

function rowOf(given: Partial<Room>, who: Me = signedInRadu, hours = loadedSettings.hours): string {
  const app = startAnasApp(createTestApp(), [room(1, { isMember: true, vehicle: "Golf V", ...given })], who);
  app.dispatch({ type: "settings/loaded", settings: { ...loadedSettings, hours } });
  return drawn(app, <RoomRow roomId={1} />);
}

const wait = (app: TestApp): string | null | undefined => app.getState().rooms.byId[1]?.waitingSince;

describe("[ROOM-3d] how long a customer has waited", () => {
  test("[ROOM-3d] starts with a customer's first message and ends with one from staff, including one's own echo", () => {
    const app = startAnasApp(createTestApp(), [room(1)]);
    const say = (seq: number, author: Participant | null): void =>
      app.dispatch(received(message(1, seq, { author, sentAt: `2026-01-05T10:00:0${seq}.000Z` })));
    say(1, ana);
    say(2, ana);
    expect(wait(app)).toBe("2026-01-05T10:00:01.000Z");
    say(3, null);
    expect(wait(app)).toBe("2026-01-05T10:00:01.000Z");
    say(4, mia);
    expect(wait(app)).toBeNull();
  });

  test("[ROOM-3d] one's own message, if known before earlier events, waits for its turn", () => {
    const app = startAnasApp(createTestApp(), [room(1)]);
    app.dispatch(received(message(1, 2, { author: ana, sentAt: "2026-01-05T10:00:02.000Z" })));
    expect(wait(app)).toBeNull();
    app.dispatch(received(message(1, 1, { author: radu })));
    expect(wait(app)).toBe("2026-01-05T10:00:02.000Z");
  });

  test.each([
    [0, "now", 0],
    [59_999, "now", 0],
    [14 * 60_000, "minutes", 14],
    [60 * 60_000, "hours", 1],
    [47 * 3_600_000, "days", 1],
    [72 * 3_600_000, "days", 3],
    [-5000, "now", 0],
  ] as const)("[ROOM-3d] %i ms are %s: %i", (ms, unit, count) => {
    expect(waited(1_000_000, 1_000_000 + ms, null)).toEqual({ unit, count });
  });

  test("[ROOM-3d] the row puts it in words for staff, and never for customers", () => {
    expect(rowOf({ waitingSince: minutesAgo(15) })).toMatch(/așteaptă de 15 min/);
    expect(rowOf({ waitingSince: minutesAgo(60 * 24 * 3 + 5) })).toContain("așteaptă de 3 zile");
    expect(rowOf({ waitingSince: minutesAgo(15) }, signedInAna)).not.toContain("așteaptă");
  });
});

test("[HOURS-5] the row shows the open time of a wait, in hours even beyond a day", () => {
  const hourMs = 3_600_000;
  const openFrom = (...hoursAgo: readonly (readonly [from: number, to: number])[]) => ({
    ...loadedSettings.hours,
    spans: hoursAgo.map(([from, to]) => [now - from * hourMs, now - to * hourMs] as const),
  });
  const waitingSince = minutesAgo(60 * 16);
  expect(rowOf({ waitingSince }, signedInRadu, openFrom([100, 15], [2, -5]))).toContain("așteaptă de 3 h");
  expect(rowOf({ waitingSince }, signedInRadu, openFrom([100, 16], [-1, -5]))).toContain("mai puțin de 1 min");
  expect(rowOf({ waitingSince: minutesAgo(60 * 30) }, signedInRadu, openFrom([100, -1]))).toContain("așteaptă de 30 h");
});

describe("[ROOM-3g] amber", () => {
  test("[ROOM-3g] marks a waiting room that the viewer or nobody holds, never a colleague's", () => {
    const waitingSince = minutesAgo(5);
    expect(rowOf({ waitingSince })).toContain('data-on-me="true"');
    expect(rowOf({ waitingSince, takeOver: takeOverBy(radu, 5) })).toContain('data-on-me="true"');
    expect(rowOf({ waitingSince, takeOver: takeOverBy(mia, 5) })).toContain('data-on-me="false"');
    expect(rowOf({ waitingSince: null, takeOver: takeOverBy(radu, 5) })).not.toContain("data-on-me");
    expect(rowOf({ waitingSince }, signedInAna)).not.toContain("data-on-me");
  });
});

test("[ROOM-3d] a customer who has left no longer waits, except for an unread decision", () => {
  const left = { waitingSince: minutesAgo(5), customer: { ...ana, isMember: false, canSignIn: true } };
  expect(rowOf(left)).not.toContain("așteaptă");
  expect(rowOf(left)).not.toContain("data-on-me");
  const lastDecision = { seq: 9, at: minutesAgo(3), by: ana, decision: "accept", code: "1K0", linesTotal: 1 } as const;
  expect(rowOf({ ...left, lastDecision })).toContain("așteaptă de 3 min");
});

test("[ACT-8] the row names the room's holder, or says `you`", () => {
  expect(rowOf({ takeOver: takeOverBy(mia, 5) })).toContain("preluată de Mia");
  expect(rowOf({ takeOver: takeOverBy(radu, 5) })).toContain("preluată de tine");
  expect(rowOf({})).not.toContain("preluată");
});

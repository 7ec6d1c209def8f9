import { describe, expect, test } from "vitest";
import { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { isoTime } from "../kernel/clock.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { createCurrentHours } from "./current-hours.ts";
import { dayMs } from "./rules.ts";

const usual = exampleOf(OpeningHours);
const textOf = (ro: string): OpeningHours => ({ ...usual, text: { ro, en: "" } });

function start() {
  const clock = new FakeClock();
  const stored = { reads: 0, answer: (): Promise<OpeningHours | null> => Promise.resolve(textOf("întâi")) };
  const read = () => {
    stored.reads += 1;
    return stored.answer();
  };
  const current = createCurrentHours({ hours: { read }, clock });
  return { clock, stored, current, text: async () => (await current.find())?.hours.text.ro };
}

describe("a process's copy of the opening hours", () => {
  test("[HOURS-1b] is read when it is used and a second old, once for all who wait", async () => {
    const { clock, stored, text } = start();
    expect(await Promise.all([text(), text()])).toEqual(["întâi", "întâi"]);
    stored.answer = () => Promise.resolve(textOf("apoi"));
    clock.advance(999);
    expect([await text(), stored.reads]).toEqual(["întâi", 1]);
    clock.advance(1);
    expect([await text(), stored.reads]).toEqual(["apoi", 2]);
    stored.answer = () => Promise.resolve(null);
    clock.advance(1000);
    expect(await text()).toBeUndefined();
  });

  test("[HOURS-1b] is read at once after a change by this process", async () => {
    const { stored, current, text } = start();
    await text();
    stored.answer = () => Promise.resolve(textOf("apoi"));
    current.forget();
    expect(await text()).toBe("apoi");
  });

  test("[HOURS-1b] stays while the database is down", async () => {
    const { clock, stored, current, text } = start();
    await text();
    stored.answer = () => Promise.reject(new Error("Connection terminated"));
    clock.advance(1000);
    expect(await text()).toBe("întâi");
    expect((await current.show()).text.ro).toBe("întâi");
  });

  test("[HOURS-1b] stays while the database leaves the question open, which delays a use by a second", async () => {
    const { clock, stored, text } = start();
    await text();
    const late = Promise.withResolvers<OpeningHours>();
    stored.answer = () => late.promise;
    clock.advance(1000);
    const [first, second] = [text(), text()];
    clock.advance(1000);
    expect([await first, await second, stored.reads]).toEqual(["întâi", "întâi", 2]);
    late.resolve(textOf("apoi"));
    await late.promise;
    expect(await text()).toBe("apoi");
  });

  test("[HOURS-1] without hours, or in a zone that is no longer known, the shop is always open", async () => {
    for (const hours of [null, { ...usual, time_zone: "Mars/Olympus" }]) {
      const { stored, current } = start();
      stored.answer = () => Promise.resolve(hours);
      expect(await current.show()).toEqual({ open: true, next_open: null, text: { ro: "", en: "" }, spans: null });
    }
  });

  test("[HOURS-1c] shows the open times of two weeks back and ahead, and the next opening", async () => {
    const { clock, stored, current } = start();
    const { open, next_open: opens, spans } = await current.show();
    // The clock shows 2023-11-14T22:13:20Z, a Tuesday.
    expect([open, opens]).toEqual([false, "2023-11-15T06:00:00.000Z"]);
    expect([spans?.length, spans?.at(0), spans?.at(-1)]).toEqual([
      44,
      { from: "2023-11-01T06:00:00.000Z", to: "2023-11-01T10:30:00.000Z" },
      { from: "2023-11-28T11:00:00.000Z", to: "2023-11-28T16:00:00.000Z" },
    ]);
    clock.advance(50 * dayMs);
    expect((await current.show()).spans?.at(-1)?.to).toBe("2024-01-17T16:00:00.000Z");
    stored.answer = () => Promise.resolve({ ...usual, week: usual.week.map(() => [{ from: "00:00", to: "24:00" }]) });
    current.forget();
    const [from, to] = [isoTime(clock.now() - 14 * dayMs), isoTime(clock.now() + 14 * dayMs)];
    expect((await current.show()).spans).toEqual([{ from, to }]);
  });
});

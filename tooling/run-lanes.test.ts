import { describe, expect, it, vi } from "vitest";
import { describeLanes, type Lane, runLanes } from "./run-lanes.mjs";

vi.spyOn(console, "log").mockImplementation(() => undefined);

/** Lanes that note when they begin and end; each ends when it is let go. */
function lanesThatNote() {
  const notes: string[] = [];
  const lane = (name: string, kind: Partial<Lane> = {}) => {
    const gate = Promise.withResolvers<void>();
    const run = async () => {
      notes.push(`${name} begins`);
      await gate.promise;
      notes.push(`${name} ends`);
      return { passed: 1, failed: 0 };
    };
    return { lane: { name, run, ...kind }, letGo: gate.resolve };
  };
  return { notes, lane };
}

describe("the parts of the tests", () => {
  it("[RUN-2] run one after the other, those aside from the start, timed ones when all aside have ended", async () => {
    const { notes, lane } = lanesThatNote();
    const [load, unit, timed] = [lane("load", { isAside: true }), lane("unit"), lane("timed", { isTimed: true })];
    const ended = runLanes([load.lane, unit.lane, timed.lane]);
    await expect.poll(() => notes).toEqual(["unit begins", "load begins"]);
    timed.letGo();
    unit.letGo();
    await expect.poll(() => notes).toContain("unit ends");
    await new Promise(setImmediate);
    expect(notes).not.toContain("timed begins");
    load.letGo();
    expect((await ended).map(({ name }) => name)).toEqual(["load", "unit", "timed"]);
    expect(notes.slice(-3)).toEqual(["load ends", "timed begins", "timed ends"]);
  });

  it("[RUN-2] run one at a time also of those aside", async () => {
    const { notes, lane } = lanesThatNote();
    const [first, second] = [lane("first", { isAside: true }), lane("second", { isAside: true })];
    const ended = runLanes([first.lane, second.lane]);
    await expect.poll(() => notes).toEqual(["first begins"]);
    first.letGo();
    second.letGo();
    await ended;
    expect(notes).toEqual(["first begins", "first ends", "second begins", "second ends"]);
  });

  it("[RUN-2] hold up nobody where they mostly wait, and count all the same", async () => {
    const { notes, lane } = lanesThatNote();
    const [idle, timed] = [lane("idle", { isIdle: true }), lane("timed", { isTimed: true })];
    const ended = runLanes([idle.lane, timed.lane]);
    await expect.poll(() => notes).toEqual(["idle begins", "timed begins"]);
    timed.letGo();
    idle.letGo();
    expect((await ended).map(({ name }) => name)).toEqual(["idle", "timed"]);
  });

  it("[RUN-2] of which one throws count one failure, and the others go on", async () => {
    const { lane } = lanesThatNote();
    const sound = lane("sound");
    sound.letGo();
    const ended = await runLanes([{ name: "broken", run: () => Promise.reject(new Error("no disk")) }, sound.lane]);
    expect(ended.map(({ tally }) => tally)).toMatchObject([
      { passed: 0, failed: 1, note: expect.stringContaining("no disk") },
      { passed: 1, failed: 0 },
    ]);
  });

  it("[RUN-2a] say at the end what each came to, how long it took, and how long all of it", () => {
    const failed = { passed: 3, failed: 1, note: "not run here: 1" };
    const lines = describeLanes(
      [
        { name: "check", seconds: 14.6, tally: { passed: 10, failed: 0 } },
        { name: "browser tests", seconds: 121, tally: failed },
      ],
      131.2,
    );
    expect(lines).toEqual([
      "ok     15 s  check: 10 passed, 0 failed",
      "FAIL  121 s  browser tests: 3 passed, 1 failed",
      "             not run here: 1",
      "      131 s  all of it, partly beside each other",
    ]);
  });
});

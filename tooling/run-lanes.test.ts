import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { describeLanes, type Lane, runLanes } from "./run-lanes.mjs";

vi.spyOn(console, "log").mockImplementation(() => undefined);

function lanesThatNote() {
  const notes: string[] = [];
  const lane = (name: string, kind: Partial<Lane> = {}) => {
    const gate = Promise.withResolvers<void>();
    const run = async () => {
      notes.push(`${name} begins`);
      await gate.promise;
      notes.push(`${name} ends`);
      return { passed: 1, failed: 0, usedSeconds: 1 };
    };
    return { lane: { name, run, ...kind }, letGo: gate.resolve };
  };
  return { notes, lane };
}

describe("lanes", () => {
  it("[RUN-2] run one by one, idle ones from the start, isolated ones after all others", async () => {
    const { notes, lane } = lanesThatNote();
    const [load, unit, alone] = [lane("load", { isIdle: true }), lane("unit"), lane("alone", { isAlone: true })];
    const ended = runLanes([load.lane, unit.lane, alone.lane]);
    await expect.poll(() => notes).toEqual(["load begins", "unit begins"]);
    alone.letGo();
    unit.letGo();
    await expect.poll(() => notes).toContain("unit ends");
    await new Promise(setImmediate);
    expect(notes).not.toContain("alone begins");
    load.letGo();
    expect((await ended).map(({ name }) => name)).toEqual(["load", "unit", "alone"]);
    expect(notes.slice(-3)).toEqual(["load ends", "alone begins", "alone ends"]);
  });

  it("[RUN-2] do not block others while idle, but still count", async () => {
    const { notes, lane } = lanesThatNote();
    const [idle, other] = [lane("idle", { isIdle: true }), lane("other")];
    const ended = runLanes([idle.lane, other.lane]);
    await expect.poll(() => notes).toEqual(["idle begins", "other begins"]);
    other.letGo();
    idle.letGo();
    expect((await ended).map(({ name }) => name)).toEqual(["idle", "other"]);
  });

  it("[RUN-2] count one failure for an exception, and the others continue", async () => {
    const { lane } = lanesThatNote();
    const sound = lane("sound");
    sound.letGo();
    const ended = await runLanes([{ name: "broken", run: () => Promise.reject(new Error("no disk")) }, sound.lane]);
    expect(ended.map(({ outcome }) => outcome)).toMatchObject([
      { passed: 0, failed: 1, note: expect.stringContaining("no disk") },
      { passed: 1, failed: 0 },
    ]);
  });

  it("[RUN-2d] fail if they leave something behind", async () => {
    const untidy = async (scratch: string) => {
      writeFileSync(path.join(scratch, "forgotten"), "");
      return { passed: 1, failed: 0, usedSeconds: 1 };
    };
    const [ended] = await runLanes([{ name: "untidy", run: untidy }]);
    expect(ended?.outcome).toEqual({
      ...{ passed: 1, failed: 1, usedSeconds: 1 },
      note: "left behind:\n       file forgotten",
    });
  });

  it("[RUN-2] report each result with its wall and processor time, and the totals", () => {
    const failed = { passed: 3, failed: 1, usedSeconds: 200.4, note: "not run here: 1" };
    const lines = describeLanes(
      [
        { name: "check", seconds: 14.6, outcome: { passed: 10, failed: 0, usedSeconds: 20 } },
        { name: "browser tests", seconds: 121, outcome: failed },
      ],
      { seconds: 131.2, usedSeconds: 300 },
    );
    expect(lines).toEqual([
      "ok      15 s wall    20 s processor  check: 10 passed, 0 failed",
      "FAIL   121 s wall   200 s processor  browser tests: 3 passed, 1 failed",
      "             not run here: 1",
      "       131 s wall   300 s processor  all of it, with what was installed; lanes run partly beside each other",
    ]);
  });
});

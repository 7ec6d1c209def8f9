import { expect, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { createRoomQueue } from "../rooms/room-queue.ts";
import { type AfterHoursParts, noteAfterHours } from "./note-after-hours.ts";

const customer = { id: 7, type: "customer" } as const;

function start(spans: readonly { fromMs: number; toMs: number }[] | null) {
  const clock = new FakeClock();
  const steps: string[] = [];
  const world = { steps, isAway: false, lacksLine: true };
  const unused = undefined as never;
  const parts: AfterHoursParts = {
    ...{ clock, queue: createRoomQueue(), rooms: unused, broadcaster: unused },
    currentHours: { find: () => Promise.resolve(spans && { spans }) },
    hours: {
      lacksLine: () => {
        steps.push("asked");
        return Promise.resolve(world.lacksLine);
      },
      addLine: () => {
        steps.push(world.isAway ? "failed" : "added");
        return world.isAway ? Promise.reject(new Error("Connection terminated")) : Promise.resolve({ entries: [] });
      },
    },
    log: { warn: () => void steps.push("warned") },
  };
  return {
    world,
    clock,
    note: (author: { id: number; type: "customer" | "agent" }) => noteAfterHours(parts, { roomId: 1, author }),
  };
}

test("[HOURS-1e] nothing is asked of the database while open, without hours, or for staff", async () => {
  const always = { fromMs: 0, toMs: Infinity };
  for (const [spans, author] of [
    [[always], customer],
    [null, customer],
    [[], { id: 8, type: "agent" }],
  ] as const) {
    const { world, note } = start(spans);
    await note(author);
    expect(world.steps).toEqual([]);
  }
});

test("[HOURS-1e] later messages of a closing only ask whether the line is there", async () => {
  const { world, note } = start([]);
  world.lacksLine = false;
  await note(customer);
  expect(world.steps).toEqual(["asked"]);
});

test("[HOURS-1f] a line that could not be stored follows the customer's next message", async () => {
  const { world, note } = start([]);
  world.isAway = true;
  await note(customer);
  world.isAway = false;
  await note(customer);
  expect(world.steps).toEqual(["asked", "failed", "warned", "asked", "added"]);
});

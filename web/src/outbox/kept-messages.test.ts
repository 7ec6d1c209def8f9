import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KeptRows } from "../platform/kept-rows.ts";
import type { PendingMessage } from "../state/entities.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { putOnDoorstep } from "./doorstep.ts";
import { doorstepMessages, isOnDoorstep } from "./doorstep-messages.ts";
import { createKeptMessages } from "./kept-messages.ts";

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.spyOn(console, "warn").mockReturnValue();
  const local = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  };
  vi.stubGlobal(
    "localStorage",
    new Proxy(local, { ownKeys: () => [...storage.keys()], getOwnPropertyDescriptor: own }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const own = () => ({ enumerable: true, configurable: true, value: "" });

/** A device's database of three lines; `fails` is whether it refuses everything, "hangs" whether it never answers. */
function database() {
  const rows = new Map<number, { owner: string; id: string; value: unknown }>();
  const state: { mood: "good" | "fails" | "hangs" } = { mood: "good" };
  const placeOf = (id: string): number | undefined => [...rows].find(([, row]) => row.id === id)?.[0];
  async function answer<Value>(give: () => Value): Promise<Value> {
    if (state.mood === "hangs") await new Promise(() => undefined);
    if (state.mood === "fails") throw new DOMException("Full.", "QuotaExceededError");
    return give();
  }
  let next = 1;
  const kept: KeptRows = {
    add: (row) =>
      answer(() => {
        const place = placeOf(row.id) ?? next++;
        rows.set(place, row);
        return place;
      }),
    change: (row) => answer(() => void rows.set(placeOf(row.id) ?? 0, row)),
    remove: (ids) => answer(() => ids.map((id) => rows.delete(placeOf(id) ?? 0)).includes(true)),
    all: (owner) =>
      answer(() => [...rows].filter(([, row]) => row.owner === owner).map(([place, { value }]) => ({ place, value }))),
  };
  return { kept, rows, state };
}

const message = (clientId: string, minute: number): PendingMessage => ({
  clientId,
  roomId: 1,
  text: `textul ${clientId}`,
  writtenAt: `2026-01-05T09:${String(minute).padStart(2, "0")}:00.000Z`,
  status: "waiting",
  error: null,
  place: null,
  attempts: 0,
});

const ids = (messages: readonly PendingMessage[]): string[] => messages.map(({ clientId }) => clientId);

test("[SEND-1] what the database has taken leaves the doorstep; what a page left there is taken in, in the order it was written", async () => {
  const { kept } = database();
  const anas = createKeptMessages("customer.1", kept);
  putOnDoorstep("customer.1", message("b", 2));
  putOnDoorstep("customer.1", message("a", 1));
  expect(ids(await anas.all())).toEqual(["a", "b"]);
  expect(doorstepMessages("customer.1")).toEqual([]);
  await anas.add(message("c", 3));
  expect(ids(await createKeptMessages("customer.1", kept).all())).toEqual(["a", "b", "c"]);
});

test("[SEND-1] taken in twice, by two pages at once, it is there once and has one place", async () => {
  const { kept } = database();
  const places = [
    await createKeptMessages("customer.1", kept).add(message("a", 1)),
    await createKeptMessages("customer.1", kept).add(message("a", 1)),
  ];
  expect(places[0]).toBe(places[1]);
  expect(ids(await createKeptMessages("customer.1", kept).all())).toEqual(["a"]);
});

test("[SEND-1] a full or blocked database keeps them on the doorstep, in order, also for the next visit", async () => {
  const { kept, state } = database();
  const anas = createKeptMessages("customer.1", kept);
  state.mood = "fails";
  await anas.add(message("a", 1));
  state.mood = "good";
  await anas.all();
  await anas.add(message("b", 2));
  expect(ids(await anas.all())).toEqual(["a", "b"]);
  expect([anas.isKept(), isOnDoorstep("customer.1", "a")]).toEqual([true, true]);
  expect(ids(await createKeptMessages("customer.1", kept).all())).toEqual(["a", "b"]);
});

test("[SEND-1] with local storage blocked as well nothing is kept, and that is known", async () => {
  const { kept, state } = database();
  vi.stubGlobal("localStorage", undefined);
  state.mood = "fails";
  const anas = createKeptMessages("customer.1", kept);
  await anas.add(message("a", 1));
  expect([anas.isKept(), ids(await anas.all())]).toEqual([false, ["a"]]);
  await anas.remove(["a"]).catch(() => undefined);
  expect([anas.isKept(), ids(await anas.all())]).toEqual([true, []]);
});

test("[SEND-1] a database that never answers holds sending up for 3 s, once", async () => {
  const { kept, state } = database();
  const clock = createFakeClock();
  const anas = createKeptMessages("customer.1", kept, clock);
  state.mood = "hangs";
  const first = anas.add(message("a", 1));
  clock.pass(3000);
  await first;
  await anas.add(message("b", 2));
  expect(doorstepMessages("customer.1").map(({ clientId }) => clientId)).toEqual(["a", "b"]);
});

test("[SEND-1] what was kept does not count as gone because it cannot be read now", async () => {
  const { kept, state } = database();
  const anas = createKeptMessages("customer.1", kept);
  await anas.add(message("a", 1));
  state.mood = "fails";
  await expect(anas.all()).rejects.toThrow("Full.");
});

test("[SEND-7] each person's are their own, and deleting them leaves the others'", async () => {
  const { kept, rows } = database();
  const [anas, radus] = [createKeptMessages("customer.1", kept), createKeptMessages("erp.1", kept)];
  await anas.add(message("a", 1));
  await radus.add(message("r", 1));
  putOnDoorstep("customer.1", message("b", 2));
  expect(ids(await radus.all())).toEqual(["r"]);
  await anas.removeAll();
  expect([...rows.values()].map(({ id }) => id)).toEqual(["r"]);
  expect(doorstepMessages("customer.1")).toEqual([]);
});

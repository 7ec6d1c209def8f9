import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KeptRows } from "../platform/kept-rows.ts";
import type { PendingMessage } from "../state/entities.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { putOnDoorstep } from "./doorstep.ts";
import { doorstepMessages, isOnDoorstep } from "./doorstep-messages.ts";
import { createKeptMessages, type KeptMessages } from "./kept-messages.ts";

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

test("[SEND-1a] what the database has taken leaves the doorstep; what a page left there is taken in, in the order it was written", async () => {
  const { kept } = database();
  const anas = createKeptMessages("customer.1", kept);
  putOnDoorstep("customer.1", message("a", 1));
  putOnDoorstep("customer.1", message("b", 2));
  expect(ids(await anas.all())).toEqual(["a", "b"]);
  expect(doorstepMessages("customer.1")).toEqual([]);
  await anas.add(message("c", 3));
  expect(ids(await createKeptMessages("customer.1", kept).all())).toEqual(["a", "b", "c"]);
});

test("[SEND-1a] taken in twice, by two pages at once, it is there once and has one place", async () => {
  const { kept } = database();
  const places = [
    await createKeptMessages("customer.1", kept).add(message("a", 1)),
    await createKeptMessages("customer.1", kept).add(message("a", 1)),
  ];
  expect(places[0]).toBe(places[1]);
  expect(ids(await createKeptMessages("customer.1", kept).all())).toEqual(["a"]);
});

test("[SEND-1a] a full or blocked database keeps them on the doorstep, in order, also for the next visit", async () => {
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

test("[SEND-1a] with local storage blocked as well nothing is kept, and that is known", async () => {
  const { kept, state } = database();
  vi.stubGlobal("localStorage", undefined);
  state.mood = "fails";
  const anas = createKeptMessages("customer.1", kept);
  await anas.add(message("a", 1));
  expect([anas.isKept(), ids(await anas.all())]).toEqual([false, ["a"]]);
  await anas.remove(["a"]).catch(() => undefined);
  expect([anas.isKept(), ids(await anas.all())]).toEqual([true, []]);
});

test("[SEND-1b] a database that never answers holds sending up for 3 s, once", async () => {
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

test("[SEND-1b] a database that has not answered in time holds up nothing more, and is used again once it answers", async () => {
  const { kept, state } = database();
  const clock = createFakeClock();
  const anas = createKeptMessages("customer.1", kept, clock);
  const settled = vi.fn<() => void>();
  const during = async (ms: number, work: Promise<unknown>): Promise<void> => {
    work.then(settled, settled);
    clock.pass(ms);
    await vi.waitFor(() => expect(settled).toHaveBeenCalled());
    settled.mockClear();
  };
  await anas.add(message("a", 1));
  state.mood = "hangs";
  await during(3000, anas.all());
  await during(100, anas.all());
  await during(0, anas.add(message("b", 2)));
  await during(100, anas.remove(["b"]));
  state.mood = "good";
  expect(ids(await anas.all())).toEqual(["a"]);
  state.mood = "hangs";
  const reading = anas.all();
  clock.pass(3000);
  await expect(reading).rejects.toThrow("does not answer");
});

test("[SEND-1a] what was kept does not count as gone because it cannot be read now", async () => {
  const { kept, state } = database();
  const anas = createKeptMessages("customer.1", kept);
  await anas.add(message("a", 1));
  state.mood = "fails";
  await expect(anas.all()).rejects.toThrow("Full.");
});

/** Two pages of Ana's, without a database; each has read what lies there. */
async function twoPages(...written: PendingMessage[]) {
  const { kept, state } = database();
  state.mood = "fails";
  const pages = [createKeptMessages("customer.1", kept), createKeptMessages("customer.1", kept)] as const;
  for (const one of written) await pages[0].add(one);
  for (const page of pages) await page.all();
  return { pages, state };
}

const refused = { code: "invalid", message: "", fieldErrors: {}, retryAfterSeconds: null } as const;

test("[SEND-3c] without a database, what one page deleted or sent is gone in the other, which is told so", async () => {
  const { pages } = await twoPages(message("a", 1), message("b", 2));
  expect(await pages[0].remove(["a"])).toBe(true);
  await pages[1].change({ ...message("a", 1), status: "failed", error: refused });
  expect([ids(await pages[1].all()), isOnDoorstep("customer.1", "a")]).toEqual([["b"], false]);
  expect(pages[1].isKept()).toBe(true);
});

test("[SEND-3c] without a database, what failed in one page has failed in the other, and what is sent again there waits here", async () => {
  const { pages } = await twoPages(message("a", 1));
  await pages[0].change({ ...message("a", 1), status: "failed", error: refused });
  expect(await pages[1].all()).toMatchObject([{ clientId: "a", status: "failed", error: refused }]);
  await pages[1].change(message("a", 1));
  expect(await pages[0].all()).toMatchObject([{ clientId: "a", status: "waiting", error: null }]);
});

test("[SEND-3] what another page takes away while the database is asked does not come back", async () => {
  const { kept, state } = database();
  const clock = createFakeClock();
  const [first, second] = [
    createKeptMessages("customer.1", kept, clock),
    createKeptMessages("customer.1", kept, clock),
  ];
  putOnDoorstep("customer.1", message("a", 1));
  state.mood = "hangs";
  const read = vi.fn<() => void>();
  const reading = second.all().finally(read);
  const removed = first.remove(["a"]);
  clock.pass(3000);
  expect(await removed).toBe(true);
  await vi.waitFor(() => {
    clock.pass(100);
    expect(read).toHaveBeenCalled();
  });
  expect([ids(await reading), isOnDoorstep("customer.1", "a")]).toEqual([[], false]);
});

test("[SEND-3] what the database took too late is in it once, as the doorstep has it", async () => {
  const { kept, rows, state } = database();
  const clock = createFakeClock();
  const anas = createKeptMessages("customer.1", kept, clock);
  state.mood = "hangs";
  const adding = anas.add(message("a", 1));
  clock.pass(3000);
  await adding;
  rows.set(1, { owner: "customer.1", id: "a", value: message("a", 1) });
  state.mood = "good";
  await anas.change({ ...message("a", 1), status: "failed", error: refused });
  for (const page of [anas, createKeptMessages("customer.1", kept), anas]) {
    expect(await page.all()).toMatchObject([{ clientId: "a", status: "failed" }]);
  }
});

test("[SEND-7] each person's are their own, and removing them leaves the others'", async () => {
  const { kept, rows } = database();
  const [anas, radus] = [createKeptMessages("customer.1", kept), createKeptMessages("erp.1", kept)];
  await anas.add(message("a", 1));
  await radus.add(message("r", 1));
  putOnDoorstep("customer.1", message("b", 2));
  expect(ids(await radus.all())).toEqual(["r"]);
  await anas.remove(ids(await anas.all()));
  expect([...rows.values()].map(({ id }) => id)).toEqual(["r"]);
  expect(doorstepMessages("customer.1")).toEqual([]);
});

test("[SEND-3a] what lies on the doorstep is taken in as it was put there, whatever the clock said", async () => {
  const { kept } = database();
  for (const [i, clientId] of ["c", "a", "b"].entries()) putOnDoorstep("customer.1", message(clientId, 9 - i));
  expect(ids(await createKeptMessages("customer.1", kept).all())).toEqual(["c", "a", "b"]);
});

test("[SEND-3a] without a database the order is that of writing in every page and visit, whatever the clocks said", async () => {
  const { kept, state } = database();
  state.mood = "fails";
  const [late, early] = [createFakeClock(), createFakeClock()];
  late.pass(3_600_000);
  const pages = [createKeptMessages("customer.1", kept, late), createKeptMessages("customer.1", kept, early)] as const;
  const write = async (page: KeptMessages, clientId: string, minute: number): Promise<void> => {
    putOnDoorstep("customer.1", message(clientId, minute));
    await page.add(message(clientId, minute));
  };
  await write(pages[0], "a", 9);
  await write(pages[1], "b", 8);
  await write(pages[0], "c", 7);
  await pages[0].change({ ...message("a", 9), status: "failed", error: refused });
  const next = createKeptMessages("customer.1", kept, early);
  for (const page of [...pages, next]) {
    const all = await page.all();
    expect(ids(all.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0)))).toEqual(["a", "b", "c"]);
  }
});

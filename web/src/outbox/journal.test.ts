import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newRoomId, type PendingMessage } from "../state/entities.ts";
import { createFakeDatabase, createFakeDevice } from "../testing/fake-device.ts";
import { row } from "../testing/outbox-rows.ts";
import { ana, message as stored } from "../testing/people.ts";
import { finishRemovals } from "../platform/storage/durable-rows.ts";
import { createJournal, journalPrefix } from "./journal.ts";
import { callError } from "../testing/call-errors.ts";

beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

const anas = "customer.1";

function openDevice() {
  const { values, mood, openTab } = createFakeDevice();
  const { database, rows, state } = createFakeDatabase();
  const open = (owner = anas, onStored = () => undefined as void) =>
    createJournal(owner, { storage: openTab(), database, onStored });
  const copies = async () => {
    for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
    return [...rows.values()].map(({ id }) => id);
  };
  /** A page does this as it starts, before it opens a journal. */
  const finish = () => finishRemovals(journalPrefix(), { storage: openTab(), database });
  return { values, mood, open, finish, rows, state, copies };
}

const message = (clientId: string, position: number, given: Partial<PendingMessage> = {}): PendingMessage =>
  row(position, `textul ${clientId}`, { clientId, ...given });

const ids = ({ rows }: { readonly rows: () => readonly PendingMessage[] }): string[] =>
  rows().map(({ clientId }) => clientId);

const refused = callError("invalid");

test("[SEND-1a] a message is in the journal when the write returns, and copied to the database afterwards", async () => {
  const { values, open, copies } = openDevice();
  const journal = open();
  journal.write(message("a", 1), true);
  expect([...values.keys()]).toEqual([`${journalPrefix(anas)}a`]);
  expect(ids(open())).toEqual(["a"]);
  expect(await copies()).toEqual(["a"]);
  journal.remove(["a"], []);
  expect([await copies(), [...values.keys()]]).toEqual([[], []]);
});

test("[SEND-1a] an earlier page's messages are found in the order written, each once however often written", async () => {
  const { open, copies } = openDevice();
  const journal = open();
  for (const clientId of ["c", "a", "b"]) journal.write(message(clientId, "cab".indexOf(clientId) + 1), true);
  journal.write(message("a", 2), true);
  expect(ids(open())).toEqual(["c", "a", "b"]);
  expect(await copies()).toEqual(["c", "a", "b"]);
});

test("[SEND-1c] if local storage takes nothing, the database holds the message, also for the next visit, and reports that", async () => {
  const { mood, open, copies } = openDevice();
  const onStored = vi.fn<() => void>();
  const journal = open(anas, onStored);
  mood.refuses = true;
  journal.write(message("a", 1), true);
  expect([journal.isStored(), ids(journal)]).toEqual([false, ["a"]]);
  expect(await copies()).toEqual(["a"]);
  expect([journal.isStored(), onStored.mock.calls.length]).toEqual([true, 1]);
  for (const refuses of [true, false]) {
    mood.refuses = refuses;
    const next = open();
    await next.takeInCopies();
    expect(ids(next)).toEqual(["a"]);
  }
});

test.each(["fails", "hangs"] as const)(
  "[SEND-1c] with local storage full and a database that %s, only the page holds a message, and knows it",
  async (how) => {
    const { mood, open, state, copies } = openDevice();
    const journal = open();
    mood.refuses = true;
    state.mood = how;
    journal.write(message("a", 1), true);
    await copies();
    expect([journal.isStored(), ids(journal)]).toEqual([false, ["a"]]);
    journal.remove(["a"], []);
    expect([journal.isStored(), ids(journal)]).toEqual([true, []]);
  },
);

test.each(["fails", "hangs"] as const)(
  "[SEND-1a] a database that %s delays nothing: the journal is enough",
  async (how) => {
    const { open, state } = openDevice();
    state.mood = how;
    const journal = open();
    journal.write(message("a", 1), true);
    journal.write(message("a", 1, { status: "failed", error: refused }), false);
    expect([journal.isStored(), open().rows()]).toMatchObject([true, [{ clientId: "a", status: "failed" }]]);
    journal.remove(["a"], []);
    expect(ids(open())).toEqual([]);
  },
);

test("[SEND-1c] rows that local storage lost with the browser are imported from their copies", async () => {
  const { values, open, copies } = openDevice();
  open().write(message("a", 1), true);
  await copies();
  values.clear();
  const next = open();
  await next.takeInCopies();
  expect([ids(next), [...values.keys()]]).toEqual([["a"], [`${journalPrefix(anas)}a`]]);
});

test("[SEND-1a] a deleted message is never sent, even if its copy survives", async () => {
  const { open, finish, state, rows, copies } = openDevice();
  const journal = open();
  journal.write(message("a", 1), true);
  journal.write(message("b", 2), true);
  await copies();
  state.mood = "fails";
  journal.remove(["a"], []);
  state.mood = "good";
  await open().takeInCopies();
  expect([ids(open()), rows.size]).toEqual([["b"], 2]);
  finish();
  const next = open();
  await next.takeInCopies();
  expect([ids(next), await copies(), rows.size]).toEqual([["b"], ["b"], 1]);
});

test.each(["good", "fails", "hangs"] as const)(
  "[SEND-7c] the text of a sent message that a killed page left is removed when a page starts, with a %s database",
  async (how) => {
    const { values, open, finish, rows, state, copies } = openDevice();
    open().write(message("a", 1), true);
    await copies();
    values.set(`${journalPrefix(anas)}a`, JSON.stringify({ sent: stored(1, 1, { author: ana, clientId: "a" }) }));
    state.mood = how;
    finish();
    const next = open();
    void next.takeInCopies().catch(() => undefined);
    expect([ids(next), [...values.values()].join("")]).toEqual([[], expect.not.stringContaining("text")]);
    await copies();
    expect([ids(next), values.size, rows.size]).toEqual(how === "good" ? [[], 0, 0] : [[], 1, 1]);
  },
);

test("[SEND-7c] a deleted message's mark is removed when a page starts, even if its copy was removed first", async () => {
  const { values, finish, copies } = openDevice();
  values.set(`${journalPrefix(anas)}a`, "deleted");
  finish();
  expect([await copies(), [...values.keys()]]).toEqual([[], []]);
});

test("[SEND-1a] rows that a page left in the database or in local storage are imported in order", async () => {
  const { values, open, rows, copies } = openDevice();
  const left = message("a", 1);
  rows.set(1, { owner: anas, id: "b", value: { ...left, clientId: "b", position: 1 } });
  rows.set(2, {
    owner: anas,
    id: "c",
    value: { ...left, clientId: "c", position: 2, status: "backing-off", error: refused },
  });
  rows.set(3, { owner: anas, id: "d", value: { ...left, clientId: "d", position: 3 } });
  values.set(`${journalPrefix(anas)}e`, JSON.stringify({ ...left, clientId: "e", position: 4 }));
  const journal = open();
  await journal.takeInCopies();
  expect(ids(journal)).toEqual(["b", "c", "d", "e"]);
  expect(journal.rows()[1]).toMatchObject({ status: "backing-off" });
  journal.remove(["b", "c", "d", "e"], []);
  expect([ids(open()), await copies()]).toEqual([[], []]);
});

test("[SEND-3c] a row that another tab removed is not restored by this one's copy", () => {
  const { open } = openDevice();
  const [one, other] = [open(), open()];
  one.write(message("a", 1), true);
  other.remove(["a"], []);
  one.write(message("a", 1, { status: "failed", error: refused }), false);
  expect([ids(one), ids(other)]).toEqual([[], []]);
});

test("[SEND-2] another tab learns of each row written, its outcome, its sent message, and its removal", () => {
  const { values, open } = openDevice();
  const [one, other] = [open(), open()];
  const key = `${journalPrefix(anas)}a`;
  const announced = (): unknown => other.eventOf(key, values.get(key) ?? null);
  one.write(message("a", 1), true);
  expect(announced()).toMatchObject({ type: "outbox/row-changed", row: { clientId: "a", status: "waiting" } });
  one.write(message("a", 1, { status: "failed", error: refused }), false);
  expect(announced()).toMatchObject({ type: "outbox/row-changed", row: { status: "failed", error: refused } });
  const sent = stored(1, 1, { author: ana, clientId: "a" });
  expect(other.eventOf(key, JSON.stringify({ sent }))).toEqual({
    type: "outbox/published",
    clientId: "a",
    message: sent,
  });
  one.remove(["a"], [sent]);
  expect(announced()).toEqual({ type: "outbox/row-removed", clientId: "a" });
  for (const otherKey of [null, "language", `${journalPrefix("customer.11")}a`]) {
    expect(other.eventOf(otherKey, null)).toBeNull();
  }
});

test("[SEND-2] a tab that removes a sent message first stores it for the others", async () => {
  const { openTab } = createFakeDevice();
  const { database } = createFakeDatabase();
  const [tab, listening] = [openTab(), openTab()];
  const received: (string | null)[] = [];
  listening.onOtherTab((_key, value) => received.push(value));
  const journal = createJournal(anas, { storage: tab, database, onStored: () => undefined });
  journal.write(message("a", 1), true);
  journal.remove(["a"], [stored(1, 1, { author: ana, clientId: "a" })]);
  await expect.poll(() => received).toHaveLength(3);
  expect([received[1], received[2]]).toMatchObject([expect.stringContaining('"sent"'), null]);
});

test("[SEND-7] journals are per person, and deleting one leaves the others", async () => {
  const { open, copies } = openDevice();
  const [own, radus] = [open(), open("erp.1")];
  own.write(message("a", 1), true);
  own.write(message("b", 2), true);
  radus.write(message("r", 1), true);
  expect(ids(radus)).toEqual(["r"]);
  own.remove(["a", "b", "r"], []);
  expect([ids(own), ids(radus), await copies()]).toEqual([[], ["r"], ["r"]]);
});

test("[ASK-6] a request is read as it was written, and no other row has its room", () => {
  const journal = openDevice().open();
  const file = { name: "a.jpg", bytes: 9, type: "image/jpeg", width: null, height: null, isOriginal: false };
  const request = { car_id: 4, items: [{ text: "Disc", qty: 2 }], photos: [{ id: "p", file }] };
  const asked = message("r", 1, { roomId: newRoomId, text: "", request });
  journal.write(asked, true);
  journal.write(message("m", 2, { roomId: newRoomId }), true);
  expect(journal.rows()).toEqual([asked]);
});

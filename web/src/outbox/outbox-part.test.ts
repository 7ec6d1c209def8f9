import { expect, test } from "vitest";
import { openDevice, refused, stored, withFakeBrowser } from "../testing/outbox-page.ts";
import { signedInAna } from "../testing/people.ts";
import { journalPrefix } from "./journal.ts";

withFakeBrowser();

async function twoTabs() {
  const device = openDevice();
  const [first, second] = [device.open("first"), device.open("second")];
  first.send("greșit");
  expect(first.sent).toEqual(["greșit"]);
  first.dispatch({ type: "outbox/publish-failed", roomId: 1, clientId: "first-1", error: refused });
  await expect.poll(() => second.shown()).toEqual(["greșit: failed"]);
  expect(second.sent).toEqual([]);
  return { ...device, first, second };
}

test("[SEND-1a] a message is in the journal and in flight when the key event ends", () => {
  const { values, open } = openDevice();
  const page = open("tab");
  page.send("unu");
  expect([page.sent, page.shown()]).toEqual([["unu"], ["unu: sending"]]);
  expect([...values.keys()]).toEqual([`${journalPrefix("customer.1")}tab-1`]);
});

test.each(["fails", "hangs"] as const)(
  "[SEND-1a] with a database that %s, sending works the same, and everything is known within 3 s",
  async (how) => {
    const { state, clock, open } = openDevice();
    state.mood = how;
    const page = open("tab");
    page.send("unu");
    expect(page.sent).toEqual(["unu"]);
    if (how === "hangs") expect(page.getState().outbox.isOpen).toBe(false);
    clock.pass(3000);
    await expect.poll(() => page.getState().outbox).toMatchObject({ isOpen: true, isStored: true });
    expect(page.shown()).toEqual(["unu: sending"]);
  },
);

test("[SEND-1c] with no storage at all a message is still sent, and closing the page asks first", async () => {
  const { mood, state, clock, open } = openDevice();
  mood.refuses = true;
  state.mood = "fails";
  const page = open("tab");
  const leave = (): boolean => {
    const leaving = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leaving);
    return !leaving.defaultPrevented;
  };
  clock.pass(3000);
  page.send("unu");
  expect([page.sent, leave(), page.getState().outbox.isStored]).toEqual([["unu"], false, false]);
  page.answer(stored("tab-1"));
  await expect.poll(() => page.shown()).toEqual([]);
  expect([leave(), page.getState().outbox.isStored]).toEqual([true, true]);
});

test("[SEND-1c] with local storage full a message is safe once the database has it, and waits there for the next visit", async () => {
  const { mood, open } = openDevice();
  mood.refuses = true;
  const page = open("tab");
  page.send("unu");
  await expect.poll(() => page.getState().outbox.isStored).toBe(true);
  page.close();
  const next = open("tab");
  await expect.poll(() => next.sent).toEqual(["unu"]);
});

test.each(["outbox/pending-deleted", "outbox/edit-asked"] as const)(
  "[SEND-5] a message taken back in one tab (%s) disappears from the other, and is never sent",
  async (type) => {
    const { first, second, values } = await twoTabs();
    first.dispatch({ type, roomId: 1, clientId: "first-1" });
    await expect.poll(() => second.shown()).toEqual([]);
    first.close();
    second.send("altul");
    expect([second.sent, second.shown()]).toEqual([["altul"], ["altul: sending"]]);
    expect([...values.keys()].filter((key) => key.includes("first-1"))).toEqual([]);
  },
);

test("[SEND-5] a failed message can be sent again from another tab", async () => {
  const { first, second } = await twoTabs();
  second.dispatch({ type: "outbox/retry-asked", roomId: 1, clientId: "first-1" });
  expect(second.sent).toEqual(["greșit"]);
  await expect.poll(() => first.shown()).toEqual(["greșit: waiting"]);
  second.answer(stored("first-1"));
  await expect.poll(() => [first.shown(), second.shown()]).toEqual([[], []]);
  expect(first.sent).toEqual(["greșit"]);
});

test("[SEND-2] a message sent by one tab reaches the other", async () => {
  const { open } = openDevice();
  const [first, second] = [open("first"), open("second")];
  first.send("unu");
  await expect.poll(() => second.shown()).toEqual(["unu: waiting"]);
  first.answer(stored("first-1"));
  await expect.poll(() => [first.shown(), second.shown()]).toEqual([[], []]);
  expect(second.getState().rooms.byId[1]?.lastMessage).toMatchObject({ clientId: "first-1", text: "stocat" });
});

test.each([null, signedInAna])(
  "[SEND-7c] a killed page's pending removals finish when any page opens, whoever is signed in: %o",
  async (person) => {
    const { values, rows, state, open } = openDevice();
    const keys = ["customer.7.deleted-1", "erp.7.sent-1"].map((key) => `cuplaj.unsent.${key}`);
    values.set(keys[0] ?? "", "deleted").set(keys[1] ?? "", JSON.stringify({ sent: { text: "al altuia" } }));
    values.set(`${journalPrefix("customer.7")}waiting-1`, JSON.stringify({ text: "nu a plecat" }));
    rows.set(1, { owner: "customer.7", id: "deleted-1", value: { text: "șters" } });
    rows.set(2, { owner: "erp.7", id: "sent-1", value: { text: "al altuia" } });
    rows.set(3, { owner: "customer.7", id: "waiting-1", value: { text: "nu a plecat" } });
    state.mood = "fails";
    open("first", person);
    await expect.poll(() => keys.map((key) => values.get(key))).toEqual(["deleted", "deleted"]);
    state.mood = "good";
    open("second", person);
    await expect.poll(() => [...rows.values()].map(({ id }) => id)).toEqual(["waiting-1"]);
    await expect.poll(() => [...values.keys()]).toEqual([`${journalPrefix("customer.7")}waiting-1`]);
  },
);

test("[SEND-7c] a page open when another was killed finishes its removals at the next sign-in", async () => {
  const { values, rows, open } = openDevice();
  const page = open("first", null);
  values.set(`${journalPrefix("customer.7")}deleted-1`, "deleted");
  rows.set(1, { owner: "customer.7", id: "deleted-1", value: { text: "șters" } });
  page.dispatch({ type: "session/restored", token: "a-token", me: signedInAna });
  await expect.poll(() => [rows.size, values.size]).toEqual([0, 0]);
});

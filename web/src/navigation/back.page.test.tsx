import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { expect, test, vi } from "vitest";
import { devices, standOn } from "../testing/media.ts";
import { type MountedPage, mountPage } from "../testing/mounted.tsx";
import { listRow } from "../testing/page-acts.ts";

const room = "/view/oferta.10001";
const lying = "dialog[open], [role=menu]";
const count = (): number => document.querySelectorAll(lying).length;
const laid = (number: number) => vi.waitFor(() => expect(count()).toBe(number), patient);

const press = async ({ user, find }: MountedPage, name: string | RegExp, role = "button") =>
  user.click(await find(role, { name }));
const rightClick = ({ user }: MountedPage, target: Element) => user.pointer({ keys: "[MouseRight]", target });

const overlays: Readonly<Record<string, (page: MountedPage) => Promise<unknown>>> = {
  "the own menu": (page) => press(page, /^Contul tău,/),
  "a room's menu": (page) => press(page, "Opțiunile discuției"),
  "a row's menu": async (page) => rightClick(page, await listRow(10_001)),
  "a message's menu": async (page) =>
    rightClick(page, (await page.bubble("v-am trimis oferta 10001")).querySelector("[data-bubble]")!),
  "the offers": (page) => press(page, "Oferte"),
  "the search": ({ user }) => user.keyboard("{Control>}k{/Control}"),
  "the keys": ({ user }) => user.keyboard("{Control>}/{/Control}"),
  "the notifications": (page) => press(page, /^Notificări/),
};

async function openedRoom(): Promise<MountedPage> {
  const page = await mountPage({ at: "/" });
  await page.user.click(await listRow(10_001));
  await page.bubble("v-am trimis oferta 10001");
  return page;
}

test.each(Object.entries(overlays))("[BACK-1] back closes %s and nothing below", async (_name, open) => {
  const page = await openedRoom();
  await open(page);
  await laid(1);
  await page.back();
  await laid(0);
  expect([page.address(), page.getState().route.kind]).toEqual([room, "view"]);
  await page.back();
  await vi.waitFor(() => expect(page.address()).toBe("/"), patient);
});

test("[BACK-1] back closes what a menu opened, and anything closed otherwise leaves the history", async () => {
  const page = await openedRoom();
  for (const close of [() => page.back(), () => page.user.keyboard("{Escape}")]) {
    await press(page, "Opțiunile discuției");
    await press(page, "Membrii discuției", "menuitem");
    await page.find("dialog", { name: "Membrii discuției" });
    await laid(1);
    await close();
    await laid(0);
    expect(page.address()).toBe(room);
  }
  await vi.waitFor(() => expect(history.state.level).toBe(0), patient);
  await page.back();
  await vi.waitFor(() => expect(page.address()).toBe("/"), patient);
});

test("[BACK-1] navigating away removes an overlay from the history", async () => {
  const page = await openedRoom();
  await page.user.keyboard("{Control>}k{/Control}10003{Enter}");
  await vi.waitFor(() => expect([page.address(), count()]).toEqual(["/view/oferta.10003", 0]), patient);
  await page.back();
  await vi.waitFor(() => expect(page.address()).toBe(room), patient);
  await press(page, "Opțiunile discuției");
  await press(page, "Ieși din discuție", "menuitem");
  await vi.waitFor(() => expect(page.address()).toBe("/"), patient);
  expect(page.getState().leaving).not.toEqual({});
  await page.back();
  await vi.waitFor(() => expect(page.getState().route.kind).toBe("home"), patient);
  expect(page.getState().leaving).not.toEqual({});
});

test("[BACK-1] an overlay that survives a change of address is closed by back there", async () => {
  const page = await mountPage({ at: "/" });
  await press(page, /^Notificări/);
  await laid(1);
  await page.goTo(room);
  await laid(1);
  await page.back();
  await laid(0);
  expect(page.address()).toBe(room);
  await page.back();
  await vi.waitFor(() => expect(page.address()).toBe("/"), patient);
});

test("[BACK-1] back does nothing for an overlay that a reload closed", async () => {
  const page = await mountPage({ at: room });
  await press(page, "Oferte");
  await laid(1);
  const entry: unknown = history.state;
  await page.back();
  await laid(0);
  history.pushState(entry, "", room);
  const again = await page.reload();
  await again.bubble("v-am trimis oferta 10001");
  expect(count()).toBe(0);
  await vi.waitFor(() => expect(history.state).toBeNull(), patient);
  expect(again.address()).toBe(room);
});

test("[BACK-1b] the arrow goes back to the list if it is in the history, even across other rooms, and otherwise replaces the room", async () => {
  standOn(devices.phone);
  const page = await mountPage({ at: "/" });
  await page.user.click(await listRow(10_001));
  await press(page, "La lista de discuții");
  await vi.waitFor(() => expect(history.state).toBeNull(), patient);
  const length = history.length;
  for (const _again of [1, 2]) {
    await page.user.click(await listRow(10_001));
    await page.goTo("/view/oferta.10003");
    await press(page, "La lista de discuții");
    await vi.waitFor(() => expect([page.address(), history.state]).toEqual(["/", null]), patient);
  }
  expect(history.length).toBe(length + 1);
  const led = await page.reload(room);
  const { length: whole } = history;
  await press(led, "La lista de discuții");
  await vi.waitFor(() => expect(led.address()).toBe("/"), patient);
  expect(history.length).toBe(whole);
});

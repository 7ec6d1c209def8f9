import { within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { ana, type MountedPage, mountPage } from "../testing/mounted.tsx";
import { listRow, say } from "../testing/page-acts.ts";

const rightClick = ({ user }: MountedPage, target: Element) => user.pointer({ keys: "[MouseRight]", target });
const item = (page: MountedPage, name: string) => page.find("menuitem", { name });
const noMenu = ({ screen }: MountedPage) => vi.waitFor(() => expect(screen.queryByRole("menu")).toBeNull(), patient);

async function pick(page: MountedPage, offer: number, name: string): Promise<void> {
  await rightClick(page, await listRow(offer));
  await page.user.click(await item(page, name));
  await noMenu(page);
}

const awaitUnread = (offer: number, isUnread: boolean) =>
  vi.waitFor(async () => expect((await listRow(offer)).dataset["unread"]).toBe(String(isUnread)), patient);

const arrangedElsewhere = (page: MountedPage, unread: readonly { readonly id: number; readonly seq: number }[]) => {
  const { world } = page.server;
  world.user = { ...world.user, rooms: { ...world.user.rooms, unread: [...unread] }, version: world.user.version + 1 };
  return page.live("MeUpdated", { user: world.user });
};

test("[ORDER-2] a muted room is shown as muted and keeps counting", async () => {
  const page = await mountPage({ as: "radu" });
  await awaitUnread(10_002, false);
  await pick(page, 10_002, "Fără sunet și notificări");
  await within(await listRow(10_002)).findByText("fără sunet și notificări");
  await page.live("ChatMessage", page.server.world.say(ana, 10_002, "Am găsit și codul vechi."));
  await awaitUnread(10_002, true);
  await pick(page, 10_002, "Cu sunet și notificări");
  await vi.waitFor(
    async () => expect(within(await listRow(10_002)).queryByText("fără sunet și notificări")).toBeNull(),
    patient,
  );
});

test("[ORDER-4][ORDER-4a][ORDER-4b] a room marked unread in the list counts through a reload, until it is opened", async () => {
  const page = await mountPage({ as: "radu" });
  await awaitUnread(10_003, false);
  await pick(page, 10_003, "Marchează necitită");
  await awaitUnread(10_003, true);
  expect(page.server.calls("markUnread").map(({ body }) => body)).toEqual([{ from: 2 }]);
  const again = await page.reload();
  await awaitUnread(10_003, true);
  await again.user.click(await listRow(10_003));
  await again.composer();
  await awaitUnread(10_003, false);
  await vi.waitFor(() => expect(again.server.world.user.rooms.unread).toEqual([]), patient);
  await pick(again, 10_003, "Marchează necitită");
  await awaitUnread(10_003, true);
  await pick(again, 10_003, "Marchează citită");
  await awaitUnread(10_003, false);
});

test("[ORDER-4][ORDER-4b] marks and openings on another device show here", async () => {
  const page = await mountPage({ as: "radu" });
  await awaitUnread(10_003, false);
  await arrangedElsewhere(page, [{ id: 3, seq: 2 }]);
  await awaitUnread(10_003, true);
  await arrangedElsewhere(page, []);
  await awaitUnread(10_003, false);
});

test("[ORDER-4b] the divider stays at the message from which a room was marked, through a reload and until it is opened again", async () => {
  const page = await mountPage({ as: "radu", at: "/view/oferta.10001" });
  await say(page, "Primul rând.");
  await page.bubble("Primul rând.");
  await say(page, "Al doilea rând.");
  const isSent = async () => expect((await page.bubble("Al doilea rând.")).textContent).toMatch(/Trimis/);
  await vi.waitFor(isSent, patient);
  await rightClick(page, await page.bubble("Primul rând."));
  await page.user.click(await item(page, "Marchează necitit de aici"));
  const awaitDivider = async (mounted: MountedPage) => {
    const divider = await mounted.screen.findByText("Mesaje necitite");
    const first = await mounted.bubble("Primul rând.");
    expect(divider.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const before = await mounted.bubble("v-am trimis oferta");
    expect(divider.compareDocumentPosition(before)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  };
  await awaitDivider(page);
  await awaitUnread(10_001, true);
  const again = await page.reload();
  await awaitDivider(again);
  await awaitUnread(10_001, true);
  await again.user.click(await again.find("link", { name: /^Cuplaj/ }));
  await awaitUnread(10_001, true);
  await again.user.click(await listRow(10_001));
  await awaitDivider(again);
  await awaitUnread(10_001, false);
});

test("[ORDER-5][LIST-7b] by keyboard: one tab stop, arrows, Shift+F10, and the focus comes back", async () => {
  const page = await mountPage({ as: "radu" });
  const { user, screen } = page;
  await listRow(10_001);
  const rows = () => [...document.querySelectorAll<HTMLElement>("a[data-room]")];
  const stops = () => rows().filter(({ tabIndex }) => tabIndex === 0);
  expect(stops()).toHaveLength(1);
  rows()[0]!.focus();
  await user.keyboard("{ArrowDown}");
  await user.keyboard("{Shift>}{F10}{/Shift}");
  await item(page, "Fixează sus");
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(document.activeElement).toBe(rows()[1]), patient);
  expect(stops()).toEqual([rows()[1]]);
  await user.tab();
  await user.keyboard("{Enter}");
  await item(page, "Fixează sus");
  await user.keyboard("{Escape}");
  await noMenu(page);
  await user.click(rows()[1]!);
  await user.click(await screen.findByRole("button", { name: "Opțiunile discuției" }));
  await item(page, "Fixează sus");
});

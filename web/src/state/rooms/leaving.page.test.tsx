import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ana, type MountedPage, mountPage, refuse } from "../../testing/mounted.tsx";
import { changeRoom } from "../../testing/scripted-lines.ts";

/** Looks only in the list, since the home pane names rooms too. */
const rowOf = ({ screen }: MountedPage, offer: number) =>
  within(screen.getByRole("navigation", { name: "Discuții" })).queryByRole("link", {
    name: new RegExp(`Oferta ${offer}`),
  });

async function leave({ user, find }: MountedPage): Promise<void> {
  await user.click(await find("button", { name: "Opțiunile discuției" }));
  await user.click(await find("menuitem", { name: "Ieși din discuție" }));
}

async function sendLeave(page: MountedPage): Promise<void> {
  const before = page.server.calls("leaveRoom").length;
  await page.pass(5000);
  await vi.waitFor(() => expect(page.server.calls("leaveRoom")).toHaveLength(before + 1), patient);
}

test("[ROOM-10] a failed leave restores the room, is reported, and can be repeated", async () => {
  const page = await mountPage({ at: "/view/oferta.10002" });
  await page.composer();
  page.server.answer("leaveRoom", "offline");
  await leave(page);
  await vi.waitFor(() => expect(rowOf(page, 10_002)).toBeNull(), patient);
  await sendLeave(page);
  const alert = await page.find("alert");
  expect(alert.textContent).toContain("Nu ai ieșit din „Oferta 10002”");
  await page.user.click(await vi.waitUntil(() => rowOf(page, 10_002), patient));
  await page.composer();
  page.server.answer("leaveRoom");
  await leave(page);
  await sendLeave(page);
  expect(rowOf(page, 10_002)).toBeNull();
});

test("[ROOM-10] a leave on another device closes the conversation with a notice and no alarm", async () => {
  const page = await mountPage({ at: "/view/oferta.10002" });
  await page.composer();
  await page.live("RoomUpdated", changeRoom(page.server.world, 10_002, { left: ana }));
  await page.screen.findByText("Ai ieșit din „Oferta 10002”.");
  expect(rowOf(page, 10_002)).toBeNull();
  expect(page.screen.queryByRole("alert")).toBeNull();
});

test("[ROOM-11][SEND-5d] back at a room they left, people are told so, join, and send what was refused", async () => {
  const page = await mountPage({ at: "/view/oferta.10003" });
  const { user, find, screen, server } = page;
  server.answer("publishMessage", refuse("not_found"), 1);
  await user.type(await page.composer(), "Ajunge mâine?{Enter}");
  await find("button", { name: "Retrimite" });
  await user.click(await page.row(10_001));
  await page.bubble("v-am trimis oferta 10001");
  await user.click(await page.row(10_003));
  await page.bubble("Ajunge mâine?");
  await leave(page);
  await sendLeave(page);
  await page.back();
  await page.bubble("v-am trimis oferta 10001");
  await page.back();
  await find("heading", { name: "Ai ieșit din discuția aceasta" });
  expect(server.calls("joinRoom")).toEqual([]);
  await user.click(await find("button", { name: "Intră în discuție" }));
  await screen.findByText(/Nu erai în discuție când a plecat\./);
  await user.click(await find("button", { name: "Retrimite" }));
  await vi.waitFor(async () => expect((await page.bubble("Ajunge mâine?")).textContent).toMatch(/Trimis/), patient);
  expect(page.bubbles("Ajunge mâine?")).toHaveLength(1);
});

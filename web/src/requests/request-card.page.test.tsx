import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ana, type MountedPage, mountPage, radu, refuse } from "../testing/mounted.tsx";
import type { ScriptedServer } from "../testing/scripted-server.ts";
import type { PageUser } from "../testing/scripted-world.ts";

/** A request of Ana, as the first message of its room. */
function asked({ world }: ScriptedServer): void {
  const at = world.rooms.get(10_003)!;
  const names = { name: "cerere.31", channel: "presence-cerere.31", title: "Cererea 31" };
  const none = { offer_id: null, offer_status: null, offer_version: null };
  const request = { id: 31, state: "open", reason: null, seq: 1 } as const;
  at.room = { ...at.room, ...names, ...none, type: 2, request, customer: { ...at.room.customer, id: ana.id } };
  world.rooms.delete(10_003);
  world.rooms.set(31, at);
}

const open = (as: PageUser): Promise<MountedPage> => mountPage({ as, at: "/view/cerere.31", before: asked });

const card = async (page: MountedPage) => within(await page.bubble("Cererea 31"));

test("[ASK-10][ASK-12] a customer withdraws and reopens the request in its card", async () => {
  const page = await open("ana");
  await (await card(page)).findByText("Așteaptă ofertă");
  await page.user.click(await (await card(page)).findByRole("button", { name: "Retrage cererea" }));
  await page.user.click(await (await card(page)).findByRole("button", { name: "Redeschide" }));
  await (await card(page)).findByRole("button", { name: "Retrage cererea" });
  expect(page.server.calls("changeRequest").map(({ body }) => body.state)).toEqual(["withdrawn", "open"]);
});

test("[ASK-12] a change that the server refuses is said in the card", async () => {
  const page = await open("ana");
  page.server.answer("changeRequest", refuse("too_many_requests", { retryAfter: "60" }));
  const button = await (await card(page)).findByRole("button", { name: "Retrage cererea" });
  await page.user.click(button);
  await (await card(page)).findByRole("alert");
  expect(button.getAttribute("aria-disabled")).toBe("true");
});

test("[ASK-12a] staff members close the request with a reason, and reopen it", async () => {
  const page = await open("radu");
  await page.user.click(await (await card(page)).findByRole("button", { name: "Închide cererea…" }));
  const dialog = within(await page.find("dialog", { name: "Închizi cererea?" }));
  page.server.answer("changeRequest", refuse("conflict"), 1);
  await page.user.type(dialog.getByLabelText("Motivul"), "Nu se mai fabrică.");
  await page.user.click(dialog.getByRole("button", { name: "Închide cererea" }));
  await dialog.findByRole("alert");
  await page.user.click(dialog.getByRole("button", { name: "Închide cererea" }));
  await vi.waitFor(() => expect(page.screen.queryByRole("dialog")).toBeNull(), patient);
  await (await card(page)).findByText("Nu se mai fabrică.");
  await (await card(page)).findByRole("button", { name: "Redeschide" });
  expect(page.server.calls("changeRequest").at(-1)?.body).toEqual({ state: "closed", reason: "Nu se mai fabrică." });
});

test("[ASK-10] the request's message offers neither editing nor deletion", async () => {
  const page = await open("ana");
  const bubble = await page.bubble("Cererea 31");
  await page.user.pointer({ keys: "[MouseRight]", target: bubble.querySelector("[data-bubble]")! });
  const menu = within(await page.find("menu"));
  menu.getByRole("menuitem", { name: "Copiază textul" });
  expect(menu.queryByRole("menuitem", { name: "Modifică" })).toBeNull();
  expect(menu.queryByRole("menuitem", { name: "Șterge" })).toBeNull();
});

test("[ASK-9][ASK-11] a first offer gives the room its name, and a second is a link", async () => {
  const page = await open("ana");
  const { server, screen } = page;
  await page.find("heading", { name: /Cererea 31/, level: 2 });
  const at = server.world.rooms.get(31)!;
  const { id, name, type } = radu;
  const update = (offer: { id: number; room_id: number }) => {
    const seq = at.room.last_seq + 1;
    at.room = { ...at.room, last_seq: seq, offer_id: 10_007, offer_status: "sent", offer_version: 1 };
    const request = { id: 31, state: "answered", reason: null, seq: 1 } as const;
    const data = { request, offer, by: { id, name, type }, room: server.world.headOf(at) };
    at.log.push({ seq, event: "RequestUpdated", data });
    return data;
  };
  await page.live("RequestUpdated", update({ id: 10_007, room_id: at.room.id }));
  await page.find("heading", { name: /Oferta 10007/, level: 2 });
  await page.live("RequestUpdated", update({ id: 10_008, room_id: 999 }));
  const link = await page.find("link", { name: "Oferta 10008" });
  expect(link.getAttribute("href")).toBe("/view/oferta.10008");
  expect(screen.getAllByText(/răspunde la cerere/).length).toBeGreaterThan(0);
  expect(screen.queryByRole("link", { name: "Oferta 10007" })).toBeNull();
});

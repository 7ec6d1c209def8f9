import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { callError } from "../testing/call-errors.ts";
import { ana, type MountedPage, mountPage, radu, refuse } from "../testing/mounted.tsx";
import { devices, standOn } from "../testing/media.ts";
import { changeRoom } from "../testing/scripted-lines.ts";
import { mia, users, type World } from "../testing/scripted-world.ts";

const inRoom = { as: "radu", at: "/view/oferta.10003" } as const;
const noWay = "Clientul nu poate intra: nu vede ce scrii.";
const away = /nu mai e în discuție și nu primește ce scrii/;

const added = ({ server }: MountedPage) => server.calls("addMember").map(({ body }) => body);

async function askForMia({ user, find }: MountedPage) {
  await user.click(await find("button", { name: "Opțiunile discuției" }));
  await user.click(await find("menuitem", { name: "Adaugă un coleg" }));
  const dialog = within(await find("dialog", { name: "Membrii discuției" }));
  await user.type(dialog.getByRole("searchbox", { name: "Adaugă un coleg" }), "mia");
  await user.click(await dialog.findByRole("button", { name: "Adaugă: Mia Stan" }));
}

/** Makes all presses simultaneous, except for those after a call of the returned function. */
function timePresses(): () => void {
  let timeMs = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => timeMs);
  return () => void (timeMs += 1000);
}

test("[ROOM-14e] a colleague is found by name from the menu, and is added after five seconds, in which this can be undone", async () => {
  const pause = timePresses();
  const page = await mountPage(inRoom);
  await page.composer();
  await askForMia(page);
  await page.screen.findByText(/Mia Stan intră în discuția/);
  await page.find("button", { name: "Anulează" });
  pause();
  await page.user.click(await page.find("button", { name: "Anulează: Mia Stan" }));
  await page.pass(5000);
  expect(added(page)).toEqual([]);
  const dialog = within(await page.find("dialog", { name: "Membrii discuției" }));
  pause();
  await page.user.click(await dialog.findByRole("button", { name: "Adaugă: Mia Stan" }));
  await page.pass(5000);
  await vi.waitFor(() => expect(added(page)).toEqual([{ user_id: mia.id, type: "agent" }]), patient);
});

test("[ROOM-14e] by keyboard only: Enter and arrows reach the results, Enter adds and undoes, and the field gets the focus at the end", async () => {
  const pause = timePresses();
  const page = await mountPage(inRoom);
  const { user, find, server } = page;
  await page.composer();
  await user.click(await find("button", { name: "Opțiunile discuției" }));
  await user.click(await find("menuitem", { name: "Adaugă un coleg" }));
  const dialog = within(await find("dialog", { name: "Membrii discuției" }));
  const field = dialog.getByRole("searchbox", { name: "Adaugă un coleg" });
  expect(document.activeElement).toBe(field);
  await user.keyboard("mia");
  const button = await dialog.findByRole("button", { name: "Adaugă: Mia Stan" });
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(button);
  await user.keyboard("{ArrowUp}{Enter}");
  expect(document.activeElement).toBe(button);
  await user.keyboard("{Enter}");
  expect(button.getAttribute("aria-label")).toBe("Anulează: Mia Stan");
  await user.keyboard("{Enter}");
  expect(button.getAttribute("aria-label")).toBe("Anulează: Mia Stan");
  pause();
  await user.keyboard("{Enter}");
  expect(button.getAttribute("aria-label")).toBe("Adaugă: Mia Stan");
  pause();
  await user.keyboard("{Enter}");
  await page.pass(5000);
  await vi.waitFor(() => expect(added(page)).toEqual([{ user_id: mia.id, type: "agent" }]), patient);
  await page.live("RoomUpdated", changeRoom(server.world, 10_003, { joined: mia, by: radu }));
  await vi.waitFor(() => expect(document.activeElement).toBe(field), patient);
});

test("[LOOK-6b] on touch screens the keyboard does not open by itself", async () => {
  standOn(devices.phone);
  const page = await mountPage(inRoom);
  await page.composer();
  await page.user.click(await page.find("button", { name: "Opțiunile discuției" }));
  await page.user.click(await page.find("menuitem", { name: "Adaugă un coleg" }));
  const dialog = await page.find("dialog", { name: "Membrii discuției" });
  expect(dialog.contains(document.activeElement)).toBe(true);
  expect(document.activeElement?.tagName).toBe("BUTTON");
});

test.each([
  [refuse("conflict"), "Mia Stan nu intră în discuție: contul nu mai e activ, sau nu mai ai voie să adaugi colegi."],
  ["timeout", "Serverul nu a confirmat. Dacă a ajuns, Mia Stan apare în discuție."],
  ["offline", "Mia Stan nu intră în discuție: nu ai conexiune."],
] as const)("[ROOM-14e] a failure is shown in red, with its reason", async (answer, said) => {
  const page = await mountPage(inRoom);
  await page.composer();
  page.server.answer("addMember", answer);
  await askForMia(page);
  await page.pass(5000);
  expect((await page.find("alert")).textContent).toContain(said);
});

test("[ROOM-14e] a lost response is not reported once the colleague is in the room", async () => {
  const page = await mountPage(inRoom);
  await page.composer();
  await page.live("RoomUpdated", changeRoom(page.server.world, 10_003, { joined: mia, by: radu }));
  const person = { id: mia.id, kind: "agent", name: mia.name } as const;
  const { id: roomId } = page.server.world.rooms.get(10_003)!.room;
  await page.dispatch({ type: "colleagues/bring-failed", roomId, person, error: callError("timeout") });
  expect(page.getState().alerts).toEqual([]);
});

test("[ROOM-14e] the search is only offered with the permission", async () => {
  const customers = await mountPage({ at: "/view/oferta.10003" });
  await customers.composer();
  await customers.user.click(await customers.find("button", { name: "Opțiunile discuției" }));
  await customers.find("menuitem", { name: "Membrii discuției" });
  expect(customers.screen.queryByRole("menuitem", { name: "Adaugă un coleg" })).toBeNull();
});

test("[ROOM-15a][ROOM-15c] if the customer has left, staff see it above the composer and in the row, and can call them back", async () => {
  const page = await mountPage(inRoom);
  await page.composer();
  expect(page.screen.queryByText(away)).toBeNull();
  await page.live("RoomUpdated", changeRoom(page.server.world, 10_003, { left: ana }));
  await page.screen.findByText(away);
  expect((await page.row(10_003)).textContent).toContain("Clientul nu mai e în discuție");
  expect((await page.row(10_003)).textContent).toContain(ana.name);
  await page.find("heading", { name: new RegExp(`^${ana.name} · `) });
  await page.user.click(await page.find("button", { name: "Cheamă înapoi" }));
  await page.pass(5000);
  await vi.waitFor(() => expect(added(page)).toEqual([{ user_id: ana.id, type: "customer" }]), patient);
  await page.live("RoomUpdated", changeRoom(page.server.world, 10_003, { joined: ana, by: radu }));
  await vi.waitFor(() => expect(page.screen.queryByText(away)).toBeNull(), patient);
  await page.screen.findAllByText(/Ai adăugat:/);
  expect(document.activeElement).toBe(await page.composer());
});

function shutOut(world: World, isOut = true): void {
  const at = world.rooms.get(10_003);
  if (at) at.room = { ...at.room, customer: { ...at.room.customer, can_sign_in: !isOut } };
}

test("[ROOM-15a] staff see that a customer cannot sign in", async () => {
  const page = await mountPage({ ...inRoom, before: ({ world }) => shutOut(world) });
  await page.screen.findByText(noWay);
  expect(page.screen.queryByRole("button", { name: "Invită" })).toBeNull();
});

test("[ROOM-15] the note follows the account when staff enter the room or return to the page", async () => {
  const page = await mountPage(inRoom);
  const look = (isFocused: boolean) =>
    page.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused });
  await look(true);
  await page.composer();
  shutOut(page.server.world);
  await page.goTo("/view/oferta.10002");
  await page.goTo("/view/oferta.10003");
  await page.screen.findByText(noWay);
  shutOut(page.server.world, false);
  await look(false);
  await look(true);
  await page.pass(1000);
  await vi.waitFor(() => expect(page.screen.queryByText(noWay)).toBeNull(), patient);
});

test("[ROOM-15] a room opened from its address is fetched only once", async () => {
  const page = await mountPage({ ...inRoom, connects: false });
  await page.composer();
  expect(page.server.calls("viewRoom")).toHaveLength(1);
});

test("[ROOM-15a] people who manage accounts get a link to the account of a customer who cannot sign in", async () => {
  const admin = await mountPage({
    ...inRoom,
    before: (server) => {
      const { world } = server;
      server.answer("listAccounts", { accounts: [], total: 0, page: 1 });
      world.user = { ...users.radu, roles: [{ name: "Admin", permissions: ["rooms.view", "users.manage"] }] };
      shutOut(world);
    },
  });
  await admin.user.click(await admin.find("button", { name: "Invită" }));
  await vi.waitFor(
    () => expect(admin.server.calls("listAccounts").map(({ query }) => query)).toContainEqual({ search: ana.name }),
    patient,
  );
});

test("[ROOM-8] leaving explains its consequences first", async () => {
  const page = await mountPage({ at: "/view/oferta.10003" });
  await page.composer();
  await page.user.click(await page.find("button", { name: "Opțiunile discuției" }));
  const item = await page.find("menuitem", { name: "Ieși din discuție" });
  expect(item.textContent).toContain("Nu mai primești mesaje de aici");
});

describe("removing somebody", () => {
  async function openMembers() {
    const page = await mountPage({
      ...inRoom,
      before: ({ world }) => {
        const at = world.rooms.get(10_003)!;
        at.room = { ...at.room, members: [...at.room.members, mia], members_total: at.room.members_total + 1 };
      },
    });
    await page.composer();
    await page.user.click(await page.find("button", { name: "Opțiunile discuției" }));
    await page.user.click(await page.find("menuitem", { name: "Membrii discuției" }));
    const dialog = within(await page.find("dialog", { name: "Membrii discuției" }));
    const choose = async (item: string) => {
      await page.user.click(await dialog.findByRole("button", { name: "Acțiuni pentru Mia Stan" }));
      await page.user.click(await page.find("menuitem", { name: item }));
    };
    const row = () => dialog.getByText("Mia Stan").closest("li")?.textContent;
    return { page, dialog, choose, row };
  }
  const removed = ({ server }: MountedPage) => server.calls("removeMember").map(({ params }) => params["userId"]);

  test("[ROOM-14e] a member's menu does it after five seconds, in which this can be undone", async () => {
    const { page, choose, row } = await openMembers();
    await choose("Scoate din discuție");
    await page.screen.findByText(/Mia Stan iese din discuția/);
    expect(row()).toContain("iese din discuție");
    await choose("Nu mai scoate");
    await page.pass(5000);
    expect(removed(page)).toEqual([]);
    await choose("Scoate din discuție");
    page.server.answer("removeMember", () => ({ chat: page.server.world.rooms.get(10_003)!.room }));
    await page.pass(5000);
    await vi.waitFor(() => expect(removed(page)).toEqual([String(mia.id)]), patient);
  });

  test("[ROOM-14e] is only offered for removable people", async () => {
    const { page, dialog } = await openMembers();
    await page.user.click(await dialog.findByRole("button", { name: `Acțiuni pentru ${ana.name}` }));
    await page.find("menuitem", { name: "Copiază numele" });
    expect(page.screen.queryByRole("menuitem", { name: "Scoate din discuție" })).toBeNull();
  });

  test.each([
    [refuse("forbidden"), "Mia Stan rămâne în discuție: nu mai ai voie să scoți pe cineva de aici."],
    ["timeout", "Serverul nu a confirmat. Dacă a ajuns, Mia Stan nu mai e în discuție."],
    ["offline", "Mia Stan rămâne în discuție: nu ai conexiune."],
  ] as const)("[ROOM-14e] a failure is shown in red, with its reason", async (answer, said) => {
    const { page, choose } = await openMembers();
    page.server.answer("removeMember", answer);
    await choose("Scoate din discuție");
    await page.pass(5000);
    expect((await page.find("alert")).textContent).toContain(said);
  });
});

import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { devices, standOn } from "../testing/media.ts";
import { type MountedPage, mountPage } from "../testing/mounted.tsx";

const carsAsked = ({ server }: MountedPage): readonly unknown[] => server.calls("listCars").map(({ query }) => query);

test("[GAR-5] staff see the customer's cars at the end of the offer, and one leads to its other conversations", async () => {
  standOn(devices.desk);
  const page = await mountPage({ as: "radu", at: "/view/oferta.10001" });
  const cars = within(await page.find("region", { name: "Mașinile clientului" }));
  await page.user.click(await cars.findByRole("button", { name: /^Duba mică/ }));
  const uses = within(await cars.findByRole("list", { name: "Oferte și cereri" }));
  expect(cars.queryByRole("button", { name: /^(Cerere nouă|Corectează|Pune deoparte)$/ })).toBeNull();
  const { id } = page.server.world.rooms.get(10_001)!.room;
  expect([carsAsked(page), page.server.calls("listCarRooms").map(({ query }) => query)]).toEqual([
    [{ room: String(id) }],
    [{ room: String(id) }],
  ]);
  await page.user.click(uses.getByRole("link", { name: /^Oferta 10003/ }));
  await vi.waitFor(() => expect(page.address()).toBe("/view/oferta.10003"), patient);
});

test("[GAR-5] the menu of a request's room leads staff to its customer's cars", async () => {
  const page = await mountPage({
    ...{ as: "radu", at: "/view/oferta.10002" },
    before: ({ world: { rooms } }) => {
      const at = rooms.get(10_002)!;
      at.room = { ...at.room, offer_id: null, offer_status: null, offer_version: null };
    },
  });
  await page.user.click(await page.find("button", { name: "Opțiunile discuției" }));
  await page.user.click(await page.find("menuitem", { name: "Mașinile clientului" }));
  const dialog = within(await page.find("dialog", { name: "Mașinile clientului" }));
  await dialog.findByRole("button", { name: /^Duba mică/ });
  expect(dialog.queryByRole("button", { name: "Adaugă o mașină" })).toBeNull();
});

test("[GAR-5] customers see their cars neither next to an offer nor in a room's menu", async () => {
  standOn(devices.desk);
  const page = await mountPage({ at: "/view/oferta.10001" });
  await within(await page.find("region", { name: "Ofertă" })).findByText("B 123 ANA");
  await page.user.click(await page.find("button", { name: "Opțiunile discuției" }));
  await page.find("menu");
  for (const role of ["menuitem", "region"])
    expect(page.screen.queryByRole(role, { name: "Mașinile clientului" })).toBeNull();
  expect(carsAsked(page)).toEqual([]);
});

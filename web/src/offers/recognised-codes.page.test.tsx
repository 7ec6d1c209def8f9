import { Car } from "@cuplaj/protocol/car.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type MountedPage, mountPage, radu } from "../testing/mounted.tsx";
import type { PageUser } from "../testing/scripted-world.ts";

const said = "Pentru CJ 77 PAP, serie wvwzzz1kz6w214587: 03L 115 561 A";

async function openMenu(code: string, as: PageUser = "ana", cars: Car[] = []) {
  const page = await mountPage({
    ...{ as, at: "/view/oferta.10001" },
    before: ({ world, answer }) => {
      world.say(radu, 10_001, said);
      answer("listCars", { cars });
    },
  });
  const message = within(await page.bubble("Pentru CJ"));
  await page.user.click(await message.findByRole("button", { name: code }));
  return { page, message, menu: within(await page.find("menu")) };
}

const choose = async ({ user, find }: MountedPage, name: string) => user.click(await find("menuitem", { name }));

test("[GAR-6] a part number in a message is copied, and searched", async () => {
  const { page, message, menu } = await openMenu("03L 115 561 A");
  expect(menu.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(["Copiază codul", "Caută"]);
  await choose(page, "Copiază codul");
  await page.screen.findByText("Cod copiat: 03L 115 561 A");
  expect(await navigator.clipboard.readText()).toBe("03L 115 561 A");
  await page.user.click(await message.findByRole("button", { name: "03L 115 561 A" }));
  await choose(page, "Caută");
  expect(await page.find("combobox")).toHaveProperty("value", "03L 115 561 A");
});

test("[GAR-6] by keyboard the menu opens with Enter, and gives the focus back", async () => {
  const { page, message } = await openMenu("CJ 77 PAP");
  await page.back();
  await vi.waitFor(() => expect(page.screen.queryByRole("menu")).toBeNull(), patient);
  const code = message.getByRole("button", { name: "CJ 77 PAP" });
  code.focus();
  await page.user.keyboard("{Enter}");
  await page.find("menu");
  await page.user.keyboard("{Escape}");
  expect(document.activeElement).toBe(code);
});

test("[GAR-6a] recognised codes change neither the size of a text nor its lines", async () => {
  const { message } = await openMenu("CJ 77 PAP");
  const text = message.getByRole("button", { name: "CJ 77 PAP" }).closest("p");
  expect(text?.dataset["touch"]).toBe("none");
});

test("[GAR-6b] a customer adds a plate to their cars", async () => {
  const { page } = await openMenu("CJ 77 PAP");
  await choose(page, "Adaugă la mașini");
  await page.find("dialog", { name: "Adaugă o mașină" });
  expect(await page.find("textbox", { name: "Nr. înmatriculare" })).toHaveProperty("value", "CJ 77 PAP");
});

test("[GAR-6b] the plate of a known car opens that car", async () => {
  const known = { ...exampleOf(Car), vin: "", plate: "CJ 77 PAP" };
  const { page } = await openMenu("CJ 77 PAP", "ana", [known]);
  await choose(page, "Adaugă la mașini");
  await page.find("dialog", { name: "Corectează mașina" });
  expect(await page.find("textbox", { name: "Cum îi zici" })).toHaveProperty("value", "Duba mică");
});

test("[GAR-6b] staff are not offered to add a code to cars", async () => {
  const { menu } = await openMenu("CJ 77 PAP", "radu");
  expect(menu.queryByRole("menuitem", { name: "Adaugă la mașini" })).toBeNull();
});

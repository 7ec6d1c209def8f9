import { Offer } from "@cuplaj/protocol/offer.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { typedPauseMs } from "../../state/search/typed-search.ts";
import { type MountedPage, mountPage, refuse } from "../../testing/mounted.tsx";
import { fill } from "../../testing/page-acts.ts";
import { listOffers } from "../../testing/scripted-offer-list.ts";
import type { PageUser } from "../../testing/scripted-world.ts";

const roomless = (count: number): Offer[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ ...exampleOf(Offer), id_cerere: 20_000 + n, valid_until: "2020-01-01T22:00:00.000Z", status: "expired" },
    vehicle: { ...exampleOf(Offer).vehicle, make: "Ford", model: "Focus", plate: `CJ 0${n} FRD` },
  }));

async function openOffers(given: { as?: PageUser; more?: number; language?: "en" } = {}) {
  const { as = "ana", more = 1, ...others } = given;
  const offers = roomless(more);
  const page = await mountPage({
    ...{ as, ...others },
    before: ({ world, answer }) => answer("listOffers", (call) => listOffers(world, call, offers)),
  });
  await page.user.click(await page.find("button", { name: /^(Oferte|Offers)$/ }));
  const dialog = within(await page.find("dialog", { name: /^(Oferte|Offers)$/ }));
  return { page, dialog, field: dialog.getByRole("searchbox") };
}
const askedOf = ({ server }: MountedPage) => server.calls("listOffers").map(({ query }) => query);
const textOf = (row: HTMLElement): string => row.textContent.replaceAll(/\s/gu, " ");

test("[OFF-11][OFF-10b] a row has vehicle, number, plate, status, total with VAT, last day, whether there is a conversation, and for staff the customer", async () => {
  const { page, dialog } = await openOffers({ as: "radu" });
  const row = await dialog.findByRole("link", { name: /20000/ });
  expect(textOf(row)).toBe(
    "Ford Focus 2.0 TDI, 2014 519,09 RON cu TVAOferta 20000 · Ana Popescu · CJ 00 FRD ExpiratăA expirat pe 1 ianuarie 2020 Fără discuție",
  );
  expect(textOf(dialog.getByRole("link", { name: /10001/ }))).toMatch(/Trimisă.*Valabilă până pe .* Are discuție$/);
  expect(dialog.getByRole("status").textContent).toBe("4 oferte");
  expect(page.server.calls("listOffers")).toHaveLength(1);
  dialog.getByLabelText(/client/);
});

test("[OFF-11] a customer does not see their own name, and the English list is all English", async () => {
  const { dialog } = await openOffers({ language: "en" });
  const row = await dialog.findByRole("link", { name: /20000/ });
  expect(textOf(row)).not.toContain("Ana Popescu");
  expect(textOf(row)).toMatch(/Offer 20000.*Expired.*No conversation$/);
  expect(dialog.queryByLabelText(/customer/)).toBeNull();
});

test("[OFF-11a] a press opens the conversation, or creates it, and closes the list", async () => {
  const { page, dialog } = await openOffers({ as: "radu" });
  await page.user.click(await dialog.findByRole("link", { name: /10002/ }));
  await page.composer();
  expect([page.address(), page.screen.queryByRole("dialog")]).toEqual(["/view/oferta.10002", null]);
  expect(page.server.calls("joinRoom")).toEqual([]);
  const again = async () => {
    await page.user.click(await page.find("button", { name: "Oferte" }));
    return within(await page.find("dialog", { name: "Oferte" }));
  };
  await page.user.click(await (await again()).findByRole("link", { name: /10002/ }));
  expect(page.screen.queryByRole("dialog")).toBeNull();
  const reopened = await again();
  await page.user.click(await reopened.findByRole("link", { name: /20000/ }));
  await reopened.findByText("Numărul e greșit sau nu ai acces la oferta aceasta.");
  expect(page.server.calls("joinRoom").map(({ body }) => body.channel)).toEqual(["oferta.20000"]);
});

test("[OFF-11b] typing three or more letters and digits searches after a pause; fewer list everything", async () => {
  const { page, dialog, field } = await openOffers();
  await dialog.findByRole("link", { name: /20000/ });
  await fill(page, field, "cj");
  await page.pass(typedPauseMs);
  await fill(page, field, "cj00frd");
  await page.pass(typedPauseMs - 1);
  expect(askedOf(page)).toEqual([{ page: "1" }]);
  await page.pass(1);
  await expect.poll(() => dialog.getByRole("status").textContent).toBe("1 ofertă");
  expect(dialog.getAllByRole("link")).toHaveLength(1);
  await fill(page, field, "nimic de felul asta");
  await page.pass(typedPauseMs);
  await dialog.findByText("Nu găsim nicio ofertă");
  await fill(page, field, "");
  await page.pass(typedPauseMs);
  await dialog.findByRole("link", { name: /10001/ });
});

test("[OFF-11b] an earlier search's results never show for a later one", async () => {
  const { page, dialog, field } = await openOffers();
  await dialog.findByRole("link", { name: /20000/ });
  const release = page.server.hold("listOffers");
  for (const text of ["focus", "octavia"]) {
    await fill(page, field, text);
    await page.pass(typedPauseMs);
  }
  release();
  await expect.poll(() => dialog.queryByRole("link", { name: /Focus/ })).toBeNull();
  expect(dialog.getAllByRole("link").length).toBeGreaterThan(0);
});

test("[OFF-11b] a typed number opens its offer by Enter and by its button", async () => {
  const { page, dialog, field } = await openOffers();
  await fill(page, field, "10003");
  await dialog.findByRole("button", { name: "Deschide oferta 10003" });
  await page.user.keyboard("{Enter}");
  await page.bubble("v-am trimis oferta 10003");
  expect([page.address(), page.screen.queryByRole("dialog")]).toEqual(["/view/oferta.10003", null]);
});

test("[OFF-11d] further pages load automatically, each offer once", async () => {
  const { page, dialog } = await openOffers({ more: 42 });
  await expect.poll(() => dialog.getAllByRole("link").length).toBe(45);
  expect(askedOf(page)).toEqual([{ page: "1" }, { page: "2" }, { page: "3" }]);
});

test("[OFF-11d] an empty list and a failed one are shown as such, and the failed one loads again", async () => {
  const page = await mountPage({ before: ({ answer }) => answer("listOffers", { offers: [], total: 0, page: 1 }) });
  const open = async () => {
    await page.user.click(await page.find("button", { name: "Oferte" }));
    return within(await page.find("dialog", { name: "Oferte" }));
  };
  const close = async () => page.user.click(await page.find("button", { name: "Închide" }));
  await (await open()).findByText("Nicio ofertă încă");
  await close();
  page.server.answer("listOffers", refuse("unexpected"), 1);
  const dialog = await open();
  await within(await dialog.findByRole("alert")).findByText("Ofertele nu s-au încărcat");
  await page.user.click(dialog.getByRole("button", { name: "Încearcă din nou" }));
  await dialog.findByText("Nicio ofertă încă");
  await close();
  page.server.reach(false);
  await page.connection("lost");
  const away = await open();
  await within(await away.findByRole("alert")).findByText("Fără conexiune");
  page.server.reach(true);
  await page.connection("online");
  await away.findByText("Nicio ofertă încă");
});

test("[OFF-11e] by keyboard: the field comes first, arrows lead into the rows and back, there is one tab stop, and Back closes", async () => {
  const { page, dialog, field } = await openOffers();
  const rows = await dialog.findAllByRole("link");
  expect(document.activeElement).toBe(field);
  await page.user.keyboard("{ArrowDown}{ArrowDown}");
  expect(document.activeElement).toBe(rows[1]);
  expect(rows.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1, -1]);
  await page.user.keyboard("{ArrowUp}{ArrowUp}");
  expect(document.activeElement).toBe(field);
  await page.user.keyboard("{Enter}");
  expect(document.activeElement).toBe(rows[0]);
  await page.back();
  await expect.poll(() => page.screen.queryByRole("dialog")).toBeNull();
});

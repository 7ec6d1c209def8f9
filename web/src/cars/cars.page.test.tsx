import { Car } from "@cuplaj/protocol/car.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { undoMs } from "../state/undo/undo-state.ts";
import { type MountedPage, mountPage, refuse } from "../testing/mounted.tsx";
import { fill } from "../testing/page-acts.ts";
import type { ScriptedServer } from "../testing/scripted-server.ts";
import { listWithout } from "../testing/scripted-list.ts";

const press = async ({ user, find }: MountedPage, name: string | RegExp, role = "button") =>
  user.click(await find(role, { name }));
const carNamed = (page: MountedPage, name: RegExp) => page.find("button", { name });
const field = (page: MountedPage, name: string) => page.find("textbox", { name });
const valueOf = async (page: MountedPage, name: string): Promise<unknown> =>
  (await page.screen.findByRole<HTMLInputElement>("textbox", { name })).value;
const sent = ({ server }: MountedPage): readonly unknown[] =>
  [...server.calls("addCar"), ...server.calls("changeCar")].map(({ body }) => body);

async function openCars({ before }: { before?: (server: ScriptedServer) => void } = {}) {
  const page = await mountPage(before ? { before } : {});
  await press(page, /^Contul tău,/);
  await press(page, "Mașinile mele", "menuitem");
  await page.find("dialog", { name: "Mașinile mele" });
  return page;
}

async function openForm(page: MountedPage): Promise<void> {
  await press(page, /^Duba mică/);
  await press(page, "Corectează");
  await page.find("dialog", { name: "Corectează mașina" });
}

test("[GAR-1] the cars show what is known of them, and their codes can be copied", async () => {
  const page = await openCars();
  const row = (await carNamed(page, /^Duba mică/)).closest("li")!;
  for (const words of ["Škoda Octavia 2014 2.0 TDI", "B 123 ANA", "TMBZZZ1Z8E1234567", /^Distribuția schimbată/])
    within(row).getByText(words);
  await page.user.click(within(row).getByRole("button", { name: "Copiază seria de șasiu TMBZZZ1Z8E1234567" }));
  expect(await navigator.clipboard.readText()).toBe("TMBZZZ1Z8E1234567");
  await page.back();
  await vi.waitFor(() => expect(page.screen.queryByRole("dialog")).toBeNull(), patient);
});

test("[GAR-1a] an empty list says where cars come from, and a failed one loads again", async () => {
  const page = await openCars({ before: ({ answer }) => answer("listCars", { cars: [] }) });
  await page.screen.findByText(/^Mașinile apar singure din oferte și cereri/);
  await press(page, "Închide");
  page.server.answer("listCars", refuse("forbidden"), 1);
  const failed = await page.reload();
  await press(failed, /^Contul tău,/);
  await press(failed, "Mașinile mele", "menuitem");
  await failed.screen.findByText("Mașinile nu s-au încărcat");
  await press(failed, "Încearcă din nou");
  await failed.screen.findByText("Nicio mașină încă");
});

test("[GAR-1a] without a connection the list says so, and appears once it is back", async () => {
  const page = await mountPage();
  page.server.reach(false);
  await page.connection("lost");
  await press(page, /^Contul tău,/);
  await press(page, "Mașinile mele", "menuitem");
  const dialog = within(await page.find("dialog", { name: "Mașinile mele" }));
  await dialog.findByText("Fără conexiune");
  page.server.reach(true);
  await page.connection("online");
  await carNamed(page, /^Duba mică/);
});

test("[GAR-2] an opened car leads to its conversations, and makes one for an offer that has none", async () => {
  const page = await openCars({ before: ({ answer, world }) => answer("listRooms", listWithout(world, 10_003)) });
  await press(page, /^Duba mică/);
  const uses = await page.find("list", { name: "Oferte și cereri" });
  expect(uses.textContent).toMatch(
    /Oferta 10001 Trimisă · 23 noiembrie 2026.*Oferta 10003 Expirată · .* · fără discuție/,
  );
  await page.user.click(within(uses).getByRole("link", { name: /^Oferta 10001/ }));
  await page.composer();
  expect([page.address(), page.screen.queryByRole("dialog")]).toEqual(["/view/oferta.10001", null]);
  await press(page, /^Contul tău,/);
  await press(page, "Mașinile mele", "menuitem");
  await press(page, /^Duba mică/);
  const again = within(await page.find("list", { name: "Oferte și cereri" }));
  await page.user.click(again.getByRole("link", { name: /^Oferta 10003/ }));
  await vi.waitFor(() => expect(page.address()).toBe("/view/oferta.10003"), patient);
  expect(page.server.calls("joinRoom").map(({ body }) => body.channel)).toEqual(["oferta.10003"]);
});

test("[GAR-2] requests and offers that do not load are said, and load again", async () => {
  const page = await openCars({ before: ({ answer }) => answer("listCarRooms", refuse("forbidden"), 1) });
  await press(page, /^Duba mică/);
  await press(page, "Încearcă din nou");
  await page.find("list", { name: "Oferte și cereri" });
});

test("[GAR-3] a car is corrected, and refusals show next to their fields", async () => {
  const page = await openCars();
  await openForm(page);
  expect([await valueOf(page, "Cum îi zici"), await valueOf(page, "An")]).toEqual(["Duba mică", "2014"]);
  await fill(page, await field(page, "Cum îi zici"), "Duba mare");
  await fill(page, await field(page, "An"), "14");
  await press(page, "Salvează");
  await page.screen.findByText("Anul are patru cifre, de exemplu 2014.");
  expect([document.activeElement, sent(page)]).toEqual([await field(page, "An"), []]);
  await fill(page, await field(page, "An"), "2015");
  page.server.answer("changeCar", refuse("invalid", { errors: { vin: ["not_valid"] } }), 1);
  await press(page, "Salvează");
  await page.screen.findByText("Seria nu e întreagă sau are un caracter greșit.");
  const vin = await field(page, "Serie șasiu (VIN)");
  expect(document.activeElement).toBe(vin);
  await fill(page, vin, "");
  page.server.answer("changeCar", refuse("conflict"), 1);
  await press(page, "Salvează");
  await page.screen.findByText("Altă mașină de-a ta are deja seria sau numărul acesta.");
  await press(page, "Salvează");
  await carNamed(page, /^Duba mare/);
  expect(page.screen.queryByRole("dialog", { name: "Corectează mașina" })).toBeNull();
  expect(sent(page).at(-1)).toMatchObject({ name: "Duba mare", vin: "", plate: "B 123 ANA", year: 2015 });
});

test("[GAR-3][GAR-3a] a new car is filled in from its VIN, and comes first", async () => {
  const page = await openCars();
  await press(page, "Adaugă o mașină");
  const vin = await field(page, "Serie șasiu (VIN)");
  expect(document.activeElement).toBe(await field(page, "Cum îi zici"));
  await fill(page, await field(page, "Model"), "Superb");
  await fill(page, vin, "1hgcm82633a00435");
  await page.screen.findByText(/aici sunt 16 caractere\.$/);
  await fill(page, vin, "1hgcm82633a004353");
  await page.screen.findByText(/^Cifra de control nu se potrivește\./);
  await vi.waitFor(async () => expect(await valueOf(page, "Marcă")).toBe("Škoda"), patient);
  expect(await valueOf(page, "Model")).toBe("Superb");
  await press(page, "Salvează");
  await carNamed(page, /^Škoda Superb 2014/);
  expect(sent(page)).toEqual([
    {
      ...{ name: "", note: "", vin: "1HGCM82633A004353", plate: "" },
      ...{ make: "Škoda", model: "Superb", year: 2014, engine: "" },
    },
  ]);
});

test("[GAR-3b] a car that is put away can be brought back, at once or later", async () => {
  const page = await openCars();
  const putAway = async () => {
    await press(page, "Pune deoparte");
    await page.screen.findByText("Ai pus deoparte Duba mică");
    await page.screen.findByText("Puse deoparte (1)");
  };
  await press(page, /^Duba mică/);
  await putAway();
  await press(page, "Anulează");
  await vi.waitFor(() => expect(page.screen.queryByText("Puse deoparte (1)")).toBeNull(), patient);
  expect(page.server.calls("putCarAway")).toEqual([]);
  await putAway();
  await page.pass(undoMs);
  await vi.waitFor(() => expect(page.server.calls("putCarAway")).toHaveLength(1), patient);
  await page.user.click(await page.screen.findByText("Puse deoparte (1)"));
  await press(page, "Adu înapoi");
  await vi.waitFor(() => expect(page.screen.queryByText("Puse deoparte (1)")).toBeNull(), patient);
  expect(sent(page)).toMatchObject([{ name: "Duba mică", vin: "TMBZZZ1Z8E1234567" }]);
});

test("[GAR-3c] without a connection changes are refused at once", async () => {
  const page = await openCars();
  await openForm(page);
  await page.connection("lost");
  await press(page, "Salvează");
  const form = within(await page.find("dialog", { name: "Corectează mașina" }));
  const words = (await form.findByRole("alert")).textContent;
  await page.back();
  await press(page, "Pune deoparte");
  await vi.waitFor(() => expect(page.screen.getByRole("alert").textContent).toBe(words), patient);
  expect([sent(page), page.server.calls("putCarAway"), page.screen.queryByText(/^Puse deoparte/)]).toEqual([
    [],
    [],
    null,
  ]);
});

test("[GAR-4] a car starts a request, and a begun one keeps everything but its car", async () => {
  const other = { ...exampleOf(Car), id: 7, name: "Papuc", vin: "", plate: "CJ 07 PAP" };
  const page = await openCars({ before: ({ answer }) => answer("listCars", { cars: [exampleOf(Car), other] }) });
  const request = async (name: RegExp) => {
    await press(page, name);
    const dialog = within(await page.find("dialog", { name: "Mașinile mele" }));
    await page.user.click(await dialog.findByRole("button", { name: "Cerere nouă" }));
    await vi.waitFor(() => expect(page.screen.queryByRole("dialog")).toBeNull(), patient);
  };
  await request(/^Duba mică/);
  expect(page.address()).toBe("/cerere");
  await page.user.type(await field(page, "Piesa 1"), "Kit ambreiaj");
  await press(page, "Continuă");
  await page.find("heading", { name: "Trimiți cererea?" });
  await press(page, /^Contul tău,/);
  await press(page, "Mașinile mele", "menuitem");
  await request(/^Papuc/);
  await page.find("heading", { name: "Trimiți cererea?" });
  await press(page, "Trimite cererea");
  await vi.waitFor(() => expect(page.server.calls("createRequest")).toHaveLength(1), patient);
  expect(page.server.calls("createRequest")[0]?.body).toMatchObject({
    car_id: 7,
    items: [{ text: "Kit ambreiaj", qty: 1 }],
  });
});

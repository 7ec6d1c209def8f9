import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type MountedPage, mountPage, refuse } from "../testing/mounted.tsx";

const field = ({ find }: MountedPage, name: string) => find("textbox", { name });
const press = async ({ user, find }: MountedPage, name: string | RegExp, role = "button") =>
  user.click(await find(role, { name }));
const heading = ({ find }: MountedPage, name: string) => find("heading", { name, level: 3 });
const bodies = ({ server }: MountedPage): readonly unknown[] => server.calls("createRequest").map(({ body }) => body);

/** Goes to the summary with the known car and one part. */
async function summed(page: MountedPage): Promise<void> {
  await press(page, /^Duba mică/);
  await page.user.type(await field(page, "Piesa 1"), "Kit ambreiaj");
  await press(page, "Continuă");
  await heading(page, "Trimiți cererea?");
}

test("[ASK-1][ASK-2][ASK-8] a customer asks in three steps by presses, and comes to the room", async () => {
  const page = await mountPage();
  await press(page, "Cerere nouă");
  expect(page.address()).toBe("/cerere");
  await summed(page);
  await page.screen.findByText("Duba mică");
  await page.screen.findByText("1 × Kit ambreiaj");
  await press(page, "Trimite cererea");
  await vi.waitFor(() => expect(page.address()).toBe("/view/cerere.31"), patient);
  expect(bodies(page)).toMatchObject([
    { car_id: 4, text: "", items: [{ text: "Kit ambreiaj", qty: 1 }], upload_ids: [] },
  ]);
  await page.find("heading", { name: /Cererea 31/, level: 2 });
  await page.back();
  await vi.waitFor(() => expect(page.address()).toBe("/"), patient);
});

test("[ASK-2a][ASK-3] all steps work by keyboard: another car with its VIN, parts by Enter and paste", async () => {
  const page = await mountPage({ at: "/cerere" });
  const { user } = page;
  await heading(page, "Pentru ce mașină?");
  await press(page, "Altă mașină");
  await user.type(await field(page, "Serie șasiu (VIN)"), "tmbzzz1z8e1234567");
  await vi.waitFor(async () => expect(await field(page, "Marcă")).toHaveProperty("value", "Škoda"), patient);
  expect(page.server.calls("decodeVin").map(({ params }) => params["vin"])).toEqual(["TMBZZZ1Z8E1234567"]);
  await user.click(await field(page, "Model"));
  await user.keyboard("Octavia{Enter}");
  expect(document.activeElement).toBe(await heading(page, "Ce îți trebuie?"));
  await user.type(await field(page, "Descrie pe scurt"), "Patinează.");
  await user.click(await field(page, "Piesa 1"));
  await user.keyboard("Kit ambreiaj{Enter}");
  expect(document.activeElement).toBe(await field(page, "Piesa 2"));
  await user.paste("Disc frână\nPlăcuțe\n");
  expect(await field(page, "Piesa 3")).toHaveProperty("value", "Plăcuțe");
  await user.click(await field(page, "Bucăți, piesa 2"));
  await user.keyboard("4");
  await user.click(await field(page, "Piesa 3"));
  await user.keyboard("{Enter}{Backspace}");
  expect(document.activeElement).toBe(await field(page, "Piesa 3"));
  await user.keyboard("{Enter}{Enter}");
  await heading(page, "Trimiți cererea?");
  await user.click(await page.find("button", { name: "Trimite cererea" }));
  await vi.waitFor(() => expect(bodies(page)).toHaveLength(1), patient);
  expect(bodies(page)[0]).toMatchObject({
    vehicle: { vin: "TMBZZZ1Z8E1234567", make: "Škoda", model: "Octavia", year: 2014, plate: "", engine: "" },
    text: "Patinează.",
    items: [
      { text: "Kit ambreiaj", qty: 1 },
      { text: "Disc frână", qty: 4 },
      { text: "Plăcuțe", qty: 1 },
    ],
  });
});

test("[ASK-4] back goes one step at a time and keeps everything, and so does a reload", async () => {
  const page = await mountPage();
  await press(page, "Cerere nouă");
  await summed(page);
  await page.back();
  await heading(page, "Ce îți trebuie?");
  expect(await field(page, "Piesa 1")).toHaveProperty("value", "Kit ambreiaj");
  const again = await page.reload();
  await heading(again, "Ce îți trebuie?");
  expect(await field(again, "Piesa 1")).toHaveProperty("value", "Kit ambreiaj");
  await again.back();
  await heading(again, "Pentru ce mașină?");
  expect((await again.find("button", { name: /^Duba mică/ })).getAttribute("aria-pressed")).toBe("true");
  await again.back();
  await vi.waitFor(() => expect(again.address()).toBe("/"), patient);
  await again.find("button", { name: "Continuă cererea" });
});

test("[ASK-5] what is missing or wrong is said next to its field, which has the focus", async () => {
  const page = await mountPage({ at: "/cerere", before: ({ answer }) => answer("listCars", { cars: [] }) });
  const year = await field(page, "An");
  await press(page, "Continuă");
  const vin = await field(page, "Serie șasiu (VIN)");
  expect([document.activeElement, vin.getAttribute("aria-invalid")]).toEqual([vin, "true"]);
  await page.user.type(year, "14");
  await press(page, "Continuă");
  await page.screen.findByText("Anul are patru cifre, de exemplu 2014.");
  expect(document.activeElement).toBe(year);
  await page.user.clear(year);
  await page.user.type(year, "2014");
  await press(page, "Continuă");
  await heading(page, "Ce îți trebuie?");
  await press(page, "Continuă");
  await page.screen.findByText("Scrie ce îți trebuie, adaugă o piesă sau o poză.");
  expect(document.activeElement).toBe(await field(page, "Descrie pe scurt"));
  await page.user.type(await field(page, "Piesa 1"), "Disc");
  await page.user.clear(await field(page, "Bucăți, piesa 1"));
  await press(page, "Continuă");
  expect(document.activeElement).toBe(await field(page, "Bucăți, piesa 1"));
});

test("[ASK-2] cars that do not load are said, and another car can still be described", async () => {
  const page = await mountPage({ at: "/cerere", before: ({ answer }) => answer("listCars", refuse("unexpected")) });
  await page.screen.findByText(/Mașinile tale nu s-au încărcat/);
  await page.user.type(await field(page, "Nr. înmatriculare"), "B 123 ANA{Enter}");
  await heading(page, "Ce îți trebuie?");
});

test("[ASK-2] cars that load late leave the field in use where it is", async () => {
  const page = await mountPage({ at: "/cerere", before: ({ answer }) => answer("listCars", "offline", 1) });
  await page.screen.findByText(/Mașinile tale nu s-au încărcat/);
  await page.user.type(await field(page, "Nr. înmatriculare"), "B 123");
  await page.pass(30_000);
  await page.find("button", { name: /^Duba mică/ });
  await page.user.keyboard(" ANA");
  expect(await field(page, "Nr. înmatriculare")).toHaveProperty("value", "B 123 ANA");
});

test("[ASK-6][ASK-7] without a connection the request waits in the list, and is sent once it is back", async () => {
  const page = await mountPage({ at: "/cerere" });
  await heading(page, "Pentru ce mașină?");
  await page.find("button", { name: /^Duba mică/ });
  page.server.answer("createRequest", "timeout", 1);
  await summed(page);
  await press(page, "Trimite cererea");
  await page.find("heading", { name: "Cererea e pe drum" });
  await press(page, "La discuții", "link");
  const list = await page.find("list", { name: "Cereri netrimise" });
  await vi.waitFor(() => expect(list.textContent).toContain("Pleacă singură când revine."), patient);
  expect(list.textContent).toContain("Kit ambreiaj");
  await page.pass(2000);
  await page.find("link", { name: /Cererea 31/ });
  expect([page.address(), page.screen.queryByRole("list", { name: "Cereri netrimise" })]).toEqual(["/", null]);
  const ids = page.server.calls("createRequest").map(({ body }) => body.client_id);
  expect(new Set(ids).size).toBe(1);
});

test("[ASK-7] a refused request says why, and can be changed and sent again", async () => {
  const page = await mountPage({ at: "/cerere" });
  page.server.answer("createRequest", refuse("quota_full"), 1);
  await summed(page);
  await press(page, "Trimite cererea");
  const pane = within(await page.find("region", { name: "Discuție" }));
  await pane.findByText(/^Netrimisă\./);
  await page.user.click(pane.getByRole("button", { name: "Modifică" }));
  await heading(page, "Pentru ce mașină?");
  await press(page, /^Duba mică/);
  expect(await field(page, "Piesa 1")).toHaveProperty("value", "Kit ambreiaj");
  await press(page, "Continuă");
  await press(page, "Trimite cererea");
  await vi.waitFor(() => expect(page.address()).toBe("/view/cerere.31"), patient);
});

test("[ASK-3a] photos are chosen or taken, at most ten, and can be removed", async () => {
  const page = await mountPage({ at: "/cerere" });
  await press(page, /^Duba mică/);
  const input = await vi.waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file][multiple][accept="image/*"]');
    if (!found) throw new Error("There is no input for photos.");
    return found;
  }, patient);
  expect(document.querySelector('input[capture="environment"]')).not.toBeNull();
  const photo = (name: string): File => new File([name], name, { type: "image/jpeg" });
  await page.user.upload(
    input,
    Array.from({ length: 12 }, (_, i) => photo(`p${i}.jpg`)),
  );
  await page.screen.findByText("Cel mult 10 poze într-o cerere.");
  expect(page.screen.queryByRole("button", { name: "Alege poze" })).toBeNull();
  await press(page, "Scoate p0.jpg");
  await page.find("button", { name: "Alege poze" });
  expect(page.screen.queryByRole("textbox", { name: /^Text pentru/ })).toBeNull();
});

test("[ASK-1a] staff who open the address see their home, and no button", async () => {
  const page = await mountPage({ as: "radu", at: "/cerere" });
  await page.find("heading", { name: /^Bună, / });
  expect(page.screen.queryByRole("button", { name: "Cerere nouă" })).toBeNull();
});

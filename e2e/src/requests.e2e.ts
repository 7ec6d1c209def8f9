import { requestRoomName } from "@cuplaj/protocol/channels.ts";
import { afterAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { apiAs } from "./api-as.ts";
import { sizes } from "./browser.ts";
import { openLink } from "./cuttable-link.ts";
import { made } from "./erp-talk.ts";
import { roomList, roomRow, signedIn } from "./people.ts";
import { makeProgramToken } from "./program-token.ts";
import { photo } from "./sample-files.ts";
import { awaitHeld } from "./sending-files.ts";
import { startBoth } from "./stage.ts";

const link = await openLink();
const { product, browser } = await startBoth({ OFFER_STAFF: "radu", ALLOWED_ORIGINS: link.address });
link.leadTo(Number(new URL(product.address).port));
afterAll(async () => {
  await browser.close();
  await link.close();
  await product.stop();
});

const offer = 20_077;
const plate = "CJ 77 CER";
const token = await makeProgramToken(product, "nexus", "Nexus ERP");
const ana = await signedIn(browser, { ...product, address: link.address }, "ana", { viewport: sizes.phone });
const radu = await signedIn(browser, product, "radu");
const anasApi = await apiAs(product, "ana");

const requestRow = (page: Page) => roomList(page).getByRole("link", { name: /Cererea \d+/ });
const lastLines = (page: Page): Promise<string> => page.locator("[data-lines]").last().innerText();

async function answer(requestId: number): Promise<void> {
  const response = await fetch(`${product.address}/api/v1/erp/offers/${offer}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...made, version: 1, customer: { username: "ana" }, request_id: requestId }),
  });
  expect(response.status).toBeLessThan(300);
}

test("[ASK-1][ASK-3a][ASK-6] a request made on a phone without a connection reaches staff once, with its photo", async () => {
  // Cars of the demo's offers are collected within seconds.
  await expect.poll(async () => (await anasApi.get<{ cars: unknown[] }>("cars")).cars.length).toBeGreaterThan(0);
  await ana.getByRole("button", { name: "Cerere nouă" }).click();
  await ana.getByRole("button", { name: "Altă mașină" }).click();
  const field = ana.getByLabel("Nr. înmatriculare");
  await field.fill(plate);
  await field.press("Enter");
  await ana.getByLabel("Piesa 1", { exact: true }).fill("Kit ambreiaj");
  await ana.getByLabel("Piesa 1", { exact: true }).press("Enter");
  await ana.getByLabel("Piesa 2", { exact: true }).fill("Volantă");
  await ana.locator("input[type=file][multiple]").setInputFiles([await photo(radu, "talon.png", 300, 200)]);
  await awaitHeld(ana);
  await ana.getByRole("button", { name: "Continuă" }).click();
  link.cut();
  await ana.getByRole("button", { name: "Trimite cererea" }).click();
  await ana
    .getByRole("region", { name: "Discuție" })
    .getByText(/Pleacă singură când revine\.$/)
    .waitFor();
  await ana.getByRole("link", { name: "La discuții" }).click();
  await ana.getByRole("list", { name: "Cereri netrimise" }).getByText("Kit ambreiaj").waitFor();
  link.mend();
  await requestRow(ana).waitFor();
  expect(await requestRow(ana).count()).toBe(1);
  await ana.getByRole("list", { name: "Cereri netrimise" }).waitFor({ state: "detached" });

  await radu.locator("label", { hasText: "Ale nimănui" }).click();
  await requestRow(radu).filter({ hasText: "Ana Mureșan" }).click();
  const card = radu.getByRole("article").filter({ hasText: "Cererea" }).first();
  await card.getByText("Volantă").waitFor();
  await card.getByText(plate).waitFor();
  await radu.getByRole("button", { name: "Fotografie: talon.png" }).waitFor();
  await card.getByRole("button", { name: "Închide cererea…" }).waitFor();
});

test("[ASK-9][ASK-11] the offer that answers it has its room, and says so to both", async () => {
  const path = await requestRow(ana).getAttribute("href");
  const id = Number(/\d+$/.exec(path ?? "")?.[0]);
  expect(path).toBe(`/view/${requestRoomName(id)}`);
  await requestRow(ana).click();
  await answer(id);
  for (const page of [ana, radu]) {
    await page
      .getByRole("heading", { name: new RegExp(`Oferta ${offer}`), level: 2 })
      .first()
      .waitFor();
    await expect.poll(() => lastLines(page)).toContain(`Oferta ${offer} răspunde la cerere`);
  }
  await radu.goto(`${product.address}/view/oferta.${offer}`);
  await radu.getByRole("article").filter({ hasText: "Volantă" }).first().waitFor();
});

test("[ASK-12] the customer withdraws it, and staff see so in the room and the list", async () => {
  await ana.getByRole("button", { name: "Retrage cererea" }).click();
  await expect.poll(() => lastLines(radu)).toMatch(/a retras cererea$/);
  await roomRow(radu, offer).getByText("Retrasă").waitFor();
  await ana.getByRole("button", { name: "Redeschide" }).waitFor();
});

test("[GAR-1][GAR-3][GAR-4][GAR-5] a car that came with an offer is named, asks for a part, and shows to staff", async () => {
  const openCars = async (page: Page, button: RegExp | string, name: string) => {
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("menuitem", { name }).click();
    return page.getByRole("dialog", { name });
  };
  await ana.goto(new URL("/", ana.url()).href);
  const own = await openCars(ana, /^Contul tău,/, "Mașinile mele");
  const row = own.getByRole("listitem").filter({ hasText: made.vehicle.plate }).first();
  await row.getByRole("button", { expanded: false }).click();
  await row.getByRole("link", { name: new RegExp(`Oferta ${offer}`) }).waitFor();
  await row.getByRole("button", { name: "Corectează" }).click();
  const form = ana.getByRole("dialog", { name: "Corectează mașina" });
  await form.getByLabel("Cum îi zici").fill("Duba mare");
  await form.getByRole("button", { name: "Salvează" }).click();
  await row.getByRole("button", { name: /^Duba mare/ }).waitFor();
  await row.getByRole("button", { name: "Cerere nouă" }).click();
  await ana.getByLabel("Piesa 1", { exact: true }).fill("Alternator");
  await ana.getByRole("button", { name: "Continuă" }).click();
  await ana.getByText("Duba mare").waitFor();
  await ana.getByRole("button", { name: "Trimite cererea" }).click();
  await ana.waitForURL(/\/view\/cerere\.\d+$/);

  await radu.goto(`${product.address}${new URL(ana.url()).pathname}`);
  const seen = await openCars(radu, "Opțiunile discuției", "Mașinile clientului");
  const car = seen.getByRole("listitem").filter({ hasText: "Duba mare" }).first();
  await car.getByRole("button", { name: /^Duba mare/ }).click();
  await car.getByRole("link", { name: new RegExp(`Oferta ${offer}`) }).waitFor();
});

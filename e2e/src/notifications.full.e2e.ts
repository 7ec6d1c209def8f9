import { afterAll, describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { startWholeBrowser } from "./browser.ts";
import { anasPages, openNotifications, type Prepare, setPermission } from "./notifying.ts";
import { composer, openRoom } from "./people.ts";
import { startProduct } from "./start-product.ts";

const product = await startProduct({ PUSH_ENDPOINTS: "loopback" });
const browser = await startWholeBrowser();
afterAll(async () => {
  await browser.close();
  await product.stop();
});
const { anasPage } = anasPages(browser, product);

describe("permission", () => {
  test("[NOTE-1] never asks unprompted, and explains every state of the permission with a way out", async () => {
    const page = await anasPage((fresh) =>
      fresh.addInitScript(() => {
        Notification.requestPermission = () => {
          document.body.dataset["asked"] = "yes";
          return Promise.resolve("default");
        };
      }),
    );
    await openRoom(page, 10_001);
    expect(await page.evaluate(() => document.body.dataset["asked"])).toBeUndefined();
    const dialog = await openNotifications(page);
    await dialog.getByRole("radiogroup", { name: "Ore de liniște" }).getByText("Pornit").click();
    await dialog.getByText("După ora din Europe/Bucharest.").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await setPermission(page, "prompt");
      await dialog.getByText("Notificările nu sunt pornite.").waitFor();
      await dialog.getByRole("button", { name: "Pornește notificările" }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await setPermission(page, "denied");
      await dialog.getByText(/alege „Permite”/).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await setPermission(page, "granted");
      await dialog.getByText("Notificările sunt oprite pe dispozitivul acesta.").waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }
    await dialog.getByRole("radiogroup", { name: "Ore de liniște" }).getByText("Oprit").click();
    await page.context().close();
  });

  test("[NOTE-1] tells people with iPhones how to get notifications", async () => {
    const userAgent =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";
    const without: Prepare = (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, "Notification"));
    const phone = await anasPage(without, { userAgent, viewport: { width: 390, height: 844 } });
    const dialog = await openNotifications(phone);
    await dialog.getByText("Alege „Adăugați la ecranul principal”.").waitFor();
    expect(await axeFindings(phone)).toEqual([]);
    await phone.context().close();
  });
});

test("[NOTE-1][LIST-4b] the focus starts at the first control and stays, and turning a phone keeps the dialog", async () => {
  const page = await anasPage(undefined, { viewport: { width: 844, height: 390 } });
  await openRoom(page, 10_001);
  const dialog = await openNotifications(page);
  await setPermission(page, "granted");
  const isFocused = (name: string) => () =>
    dialog.getByRole("button", { name }).evaluate((button) => button === document.activeElement);
  await expect.poll(isFocused("Pornește notificările")).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(isFocused("Trimite una de probă")).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.getByRole("button", { name: "Oprește notificările" }).click();
  await expect.poll(isFocused("Pornește notificările")).toBe(true);
  await page.keyboard.press("Escape");
  await composer(page).click();
  await page.context().close();
});

test("[NOTE-1b][NOTE-1f] explains a failed subscription in a browser without a push service", async () => {
  // A fresh Chromium profile has no push service.
  const page = await anasPage();
  await setPermission(page, "granted");
  const dialog = await openNotifications(page);
  await dialog.getByRole("button", { name: "Pornește notificările" }).click();
  await dialog.getByRole("alert").getByText("Detalii").click();
  await dialog.getByText("subscribeToWebPush error: Registration failed").waitFor();
  await dialog.getByText("Vin doar cât timp pagina e deschisă").waitFor();
  await page.context().close();
});

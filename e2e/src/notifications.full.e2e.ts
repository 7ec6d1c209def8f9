import { afterAll, describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { startWholeBrowser } from "./browser.ts";
import { anasPages, haveSubscription, openNotifications, type Prepare, setPermission } from "./notifying.ts";
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
  test("[NOTE-1][NOTE-1a] the page asks for nothing by itself, and each answer of the browser has words and a way out", async () => {
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
    await page.context().close();
  });

  test("[NOTE-1a] a browser without notifications says so, and an iPhone how to have them", async () => {
    const without: Prepare = (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, "Notification"));
    const desk = await anasPage(without);
    await (await openNotifications(desk)).getByText("Browserul nu poate arăta notificări pe pagina aceasta.").waitFor();
    await desk.context().close();
    const userAgent =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";
    const phone = await anasPage(without, { userAgent, viewport: { width: 390, height: 844 } });
    const dialog = await openNotifications(phone);
    await dialog.getByText("Alege „Adăugați la ecranul principal”.").waitFor();
    expect(await dialog.getByRole("listitem").count()).toBe(3);
    expect(await axeFindings(phone)).toEqual([]);
    await phone.context().close();
  });
});

test("[NOTE-1i][LIST-4b] the focus begins with what can be done and stays there, and the dialog stays when a phone is turned", async () => {
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

describe("alerts", () => {
  const asking =
    (answer: "default" | "fails"): Prepare =>
    (page) =>
      page.addInitScript((how) => {
        Notification.requestPermission = () =>
          how === "fails" ? Promise.reject(new Error("no prompt")) : Promise.resolve("default");
      }, answer);
  const failures: Readonly<Record<string, Prepare>> = {
    "initPush reject1": asking("default"),
    "initPush reject2": asking("fails"),
    // The server takes no address of a network of its own.
    "subscribeToWebPush response error": (page) => haveSubscription(page, "http://10.0.0.1:9/push"),
    "subscribeToWebPush subscribePush error": async (page) => {
      await haveSubscription(page, "http://127.0.0.1:9/push");
      await page.context().route("**/api/v1/subscribePush", (route) => route.abort());
    },
    // A profile of its own has no push service in Chromium.
    "subscribeToWebPush error: Registration failed": async () => undefined,
  };

  test.each(Object.entries(failures))("[NOTE-1f] %s", async (alert, prepare) => {
    const page = await anasPage(prepare);
    await setPermission(page, alert.startsWith("initPush") ? "prompt" : "granted");
    const dialog = await openNotifications(page);
    await dialog.getByRole("button", { name: "Pornește notificările" }).click();
    await dialog.getByRole("alert").getByText(alert).waitFor();
    if (alert.startsWith("subscribe")) await dialog.getByText("Vin doar cât timp pagina e deschisă").waitFor();
    await page.context().close();
  });
});

test("[NOTE-2][NOTE-2c][NOTE-2e] what notifications show and when they are quiet is followed by the other device, by keyboard too", async () => {
  const [desk, other] = [await anasPage(), await anasPage()];
  const [here, there] = [await openNotifications(desk), await openNotifications(other)];
  await here.getByRole("radio", { name: "Cine și ce" }).focus();
  await desk.keyboard.press("ArrowRight");
  await expect.poll(() => there.getByRole("radio", { name: "Doar cine" }).isChecked()).toBe(true);
  await here.getByRole("radiogroup", { name: "Ore de liniște" }).getByText("Pornit").click();
  await there.getByText("După ora din Europe/Bucharest.").waitFor();
  await here.getByLabel("De la").fill("20:15");
  await here.getByRole("button", { name: "Salvează orele" }).click();
  await here.getByText("Orele sunt salvate.").waitFor();
  expect(await here.getByLabel("De la").evaluate((field) => field === document.activeElement)).toBe(true);
  await expect.poll(() => there.getByLabel("De la").inputValue()).toBe("20:15");
  expect(await axeFindings(desk)).toEqual([]);
  await here.getByRole("radiogroup", { name: "Ore de liniște" }).getByText("Oprit").click();
  await here.getByText("Cine și ce").click();
  await expect.poll(() => there.getByRole("radio", { name: "Cine și ce" }).isChecked()).toBe(true);
  await desk.context().close();
  await other.context().close();
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { composer, openRoom, roomRow, signedIn, switchLanguage } from "./people.ts";
import { startBoth, type Stage } from "./stage.ts";
import { type Product, startProduct } from "./start-product.ts";
import { awaitCopies, everythingStored, signedInWithWorker, storedKeys } from "./worker-page.ts";

let stage: Stage;
let link: CuttableLink;
let switchedOff: Product;

beforeAll(async () => {
  link = await openLink();
  [stage, switchedOff] = await Promise.all([
    startBoth({ ALLOWED_ORIGINS: link.address }),
    startProduct({ ALLOWED_ORIGINS: link.address, SERVICE_WORKER: "off" }),
  ]);
  link.leadTo(Number(new URL(stage.product.address).port));
});
afterAll(async () => {
  await stage.browser.close();
  await link.close();
  await Promise.all([stage.product.stop(), switchedOff.stop()]);
});

test("[SW-1f] a copy in progress while another tab signs out leaves nothing", async () => {
  const ana = await signedInWithWorker(stage.browser, link.address, "ana");
  await openRoom(ana, 10_001);
  await awaitCopies(ana, 1);
  await ana.evaluate(() => {
    IDBObjectStore.prototype.put = function (value, key) {
      if (key === "list") {
        localStorage.removeItem("token");
        indexedDB.deleteDatabase("cuplaj.offline").addEventListener("success", () => {
          document.documentElement.dataset["deleted"] = "1";
        });
      }
      // The list is written before the rooms are.
      if (key !== undefined) this.delete(key);
      return this.add(value, key);
    };
  });
  await openRoom(ana, 10_002);
  await expect.poll(() => ana.evaluate(() => document.documentElement.dataset["deleted"])).toBe("1");
  await ana.waitForLoadState("networkidle");
  expect(await storedKeys(ana, "cuplaj.offline")).toEqual([]);
  await ana.context().close();
});

/** Posts to the share address without a referrer, as another app's share does. */
const share = (
  page: Page,
  files: readonly { readonly name: string; readonly bytes: number }[],
  { enctype = "multipart/form-data", referrer = "no-referrer" } = {},
) =>
  page.evaluate(
    ([given, encoding, policy]) => {
      const form = Object.assign(document.createElement("form"), {
        method: "post",
        action: "/share",
        enctype: encoding,
      });
      document.head.append(Object.assign(document.createElement("meta"), { name: "referrer", content: policy }));
      const field = Object.assign(document.createElement("input"), { type: "file", name: "files", multiple: true });
      const chosen = new DataTransfer();
      for (const { name, bytes } of given) chosen.items.add(new File([new Uint8Array(bytes)], name));
      field.files = chosen.files;
      form.append(
        field,
        Object.assign(document.createElement("input"), { name: "text", value: given.length === 0 ? "x" : "" }),
      );
      document.body.append(form);
      form.submit();
    },
    [files, enctype, referrer] as const,
  );

/** Makes the page take itself for installed, since headless browsers cannot install it. */
const asInstalled = (page: Page) =>
  page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query.includes("display-mode: standalone") ? "all" : query);
  });

const shareDialog = (page: Page) => page.getByRole("dialog", { name: "În ce discuție?" });

test("[SW-1p] an invalid share opens the app, which reports that nothing arrived", async () => {
  const ana = await signedInWithWorker(stage.browser, link.address, "ana");
  await share(ana, [], { enctype: "text/plain" });
  await roomRow(ana, 10_001).waitFor();
  await ana.getByText("Ce ai trimis nu a încăput").waitFor();
  expect(new URL(ana.url()).pathname).toBe("/");
  await ana.context().close();
});

test("[SW-1h] a share from another app asks for a room and goes into its tray", async () => {
  const ana = await signedInWithWorker(stage.browser, link.address, "ana");
  await asInstalled(ana);
  await share(ana, [{ name: "din-galerie.pdf", bytes: 10 }]);
  await shareDialog(ana).getByText("1 fișier din altă aplicație").waitFor();
  await shareDialog(ana).getByRole("button", { name: /10002/ }).click();
  await composer(ana).waitFor();
  expect(new URL(ana.url()).pathname).toBe("/view/oferta.10002");
  await ana.getByText("din-galerie.pdf").waitFor();
  await expect.poll(async () => Object.keys((await everythingStored(ana)).databases)).not.toContain("cuplaj.shared");
  await ana.context().close();
});

test("[SW-1h] a further share joins the waiting one, up to ten files, and too many bytes are not stored", async () => {
  const ana = await signedInWithWorker(stage.browser, link.address, "ana");
  await asInstalled(ana);
  await share(ana, [{ name: "prima.pdf", bytes: 10 }]);
  await shareDialog(ana).getByText("1 fișier din altă aplicație").waitFor();
  await share(
    ana,
    Array.from({ length: 12 }, (_, i) => ({ name: `alta-${i}.pdf`, bytes: 10 })),
  );
  await shareDialog(ana).getByText("10 fișiere din altă aplicație").waitFor();
  await shareDialog(ana).getByText("Încă 3 fișiere nu au încăput: intră cel mult 10.").waitFor();
  await share(ana, [{ name: "mare.bin", bytes: 101 * 1024 * 1024 }]);
  await ana.getByText("Ce ai trimis nu a încăput").waitFor();
  await shareDialog(ana).getByText("10 fișiere din altă aplicație").waitFor();
  expect(await storedKeys(ana, "cuplaj.shared")).toEqual(['"newest"']);
  await ana.context().close();
});

test.each(["no-referrer", "same-origin"])("[SW-1r] what a page posts into a tab (%j) is dropped", async (referrer) => {
  const ana = await signedInWithWorker(stage.browser, link.address, "ana");
  await share(ana, [{ name: "strain.pdf", bytes: 10 }], { referrer });
  await ana.getByText("Ce ai trimis nu a ajuns").waitFor();
  await expect.poll(() => ana.url()).toBe(`${link.address}/`);
  expect(await storedKeys(ana, "cuplaj.shared")).toEqual([]);
  expect(await shareDialog(ana).count()).toBe(0);
  await ana.context().close();
});

test.each(["on", "off"])(
  "[SW-1p] a share without a worker opens the app, which reports that it did not arrive (SERVICE_WORKER=%s)",
  async (setting) => {
    const product = setting === "on" ? stage.product : switchedOff;
    const ana = await signedIn(stage.browser, product, "ana");
    await share(ana, [{ name: "poza.jpg", bytes: 3_000_000 }]);
    await ana.getByText("Ce ai trimis nu a ajuns").waitFor();
    await expect.poll(() => ana.url()).toBe(`${product.address}/`);
  },
);

test("[SW-1i] the app is installable, and its menu offers it if the browser does", async () => {
  const ana = await signedInWithWorker(stage.browser, link.address, "ana");
  const devtools = await ana.context().newCDPSession(ana);
  const { data = "", errors } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(JSON.parse(data)).toMatchObject({
    name: "Cuplaj",
    lang: "ro",
    shortcuts: [{ url: "/" }, { url: "/search" }],
    share_target: { action: "/share", method: "POST" },
  });
  const account = ana.getByRole("button", { name: /^Contul tău,/ });
  const install = ana.getByRole("menuitem", { name: "Instalează aplicația" });
  await account.click();
  await ana.getByRole("menuitem", { name: "Ieșire din cont" }).waitFor();
  expect(await install.count()).toBe(0);
  await ana.keyboard.press("Escape");
  // While a menu closes, the next press would count as a press outside it.
  await ana.getByRole("menu").waitFor({ state: "detached" });
  await ana.evaluate(() => {
    const asked = () => document.documentElement.setAttribute("data-asked", "1");
    window.dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: asked }));
  });
  await account.click();
  await install.click();
  await expect.poll(() => ana.evaluate(() => document.documentElement.dataset["asked"])).toBe("1");
  await ana.context().close();
});

test("[SW-1i] the app's manifest follows the page's language and differs in nothing else", async () => {
  const ana = await signedIn(stage.browser, stage.product, "ana");
  const devtools = await ana.context().newCDPSession(ana);
  const manifest = async (): Promise<unknown> => JSON.parse((await devtools.send("Page.getAppManifest")).data ?? "");
  const romanian = await manifest();
  await switchLanguage(ana, "English");
  await ana.locator('html[lang="en"]').waitFor();
  const english = await manifest();
  await switchLanguage(ana, "Română");
  expect([romanian, english]).toMatchObject([
    { lang: "ro", shortcuts: [{ name: "Discuții" }, { name: "Caută" }] },
    { lang: "en", shortcuts: [{ name: "Conversations" }, { name: "Search" }] },
  ]);
  const wordless = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (key, each: unknown) => (/^(?:lang|name|description)$/.test(key) ? "" : each)));
  expect(wordless(english)).toEqual(wordless(romanian));
});

test("[SW-1g] switching the worker off on the server removes it and its data, and the page keeps working", async () => {
  const ana = await signedInWithWorker(stage.browser, link.address, "ana");
  link.cut();
  link.leadTo(Number(new URL(switchedOff.address).port));
  link.mend();
  await ana.reload();
  await expect.poll(() => ana.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect((await everythingStored(ana)).caches).toEqual({});
  await ana.goto(`${link.address}/login`);
  await ana.getByLabel("Utilizator").or(roomRow(ana, 10_001)).first().waitFor();
  await ana.context().close();
});

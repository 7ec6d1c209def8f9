import { afterAll, beforeAll, expect, test } from "vitest";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { composer, openRoom, roomRow, signedIn, signOut, switchLanguage } from "./people.ts";
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

test("[SW-1f] whoever signs out leaves nothing of their own in any cache, database or storage of the device", async () => {
  const ana = await signedInWithWorker(stage.browser, link.address, "ana");
  await openRoom(ana, 10_001);
  await composer(ana).fill("Ceva de păstrat?");
  await composer(ana).fill("");
  await openRoom(ana, 10_002);
  await awaitCopies(ana, 2);
  const before = await everythingStored(ana);
  const token = before.local["token"] ?? "";
  expect(token).not.toBe("");
  // What is looked for is there before.
  const personal = [token, "Ana", "oferta.10001", "10001", "customer.1"];
  for (const word of personal) expect(JSON.stringify(before)).toContain(word);

  await signOut(ana);
  await ana.getByLabel("Utilizator").waitFor();
  await expect.poll(async () => Object.keys((await everythingStored(ana)).databases)).not.toContain("cuplaj.offline");
  const after = await everythingStored(ana);
  for (const word of personal) expect([word, JSON.stringify(after).includes(word)]).toEqual([word, false]);
  for (const rows of Object.values(after.databases)) expect(rows).toEqual({});
  const cached = Object.values(after.caches).flat();
  expect(cached).not.toEqual([]);
  expect(cached.filter((path) => !/^\/(?:assets\/|[\w-]+\.(?:html|js|png|svg|webmanifest)$)/.test(path))).toEqual([]);
  await ana.context().close();
});

test("[SW-1f] a copy that is being made while another tab signs out leaves nothing", async () => {
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
      // The rooms are written after the list.
      if (key !== undefined) this.delete(key);
      return this.add(value, key);
    };
  });
  await openRoom(ana, 10_002);
  await expect
    .poll(() => ana.evaluate(() => document.documentElement.dataset["deleted"]), { timeout: 30_000 })
    .toBe("1");
  await ana.waitForLoadState("networkidle");
  expect(await storedKeys(ana, "cuplaj.offline")).toEqual([]);
  await ana.context().close();
});

test("[SW-1p] what is posted and is no share opens the app", async () => {
  const ana = await signedInWithWorker(stage.browser, link.address, "ana");
  await ana.evaluate(() => {
    const form = Object.assign(document.createElement("form"), {
      method: "post",
      action: "/share",
      enctype: "text/plain",
    });
    form.append(Object.assign(document.createElement("input"), { name: "text", value: "x" }));
    document.body.append(form);
    form.submit();
  });
  await roomRow(ana, 10_001).waitFor();
  expect(new URL(ana.url()).pathname).toBe("/");
  await ana.context().close();
});

test("[SW-1h] what another app shares asks for its room, and lies in that room's tray", async () => {
  const ana = await signedInWithWorker(stage.browser, link.address, "ana");
  await ana.evaluate(() => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: "/share", enctype: "multipart/form-data" });
    const field = Object.assign(document.createElement("input"), { type: "file", name: "files" });
    const files = new DataTransfer();
    files.items.add(new File(["%PDF-1.4 piesă"], "din-galerie.pdf", { type: "application/pdf" }));
    field.files = files.files;
    form.append(field);
    document.body.append(form);
    form.submit();
  });
  const dialog = ana.getByRole("dialog", { name: "În ce discuție?" });
  await dialog.getByText("1 fișier din altă aplicație").waitFor();
  await dialog.getByRole("button", { name: /10002/ }).click();
  await composer(ana).waitFor();
  expect(new URL(ana.url()).pathname).toBe("/view/oferta.10002");
  await ana.getByText("din-galerie.pdf").waitFor();
  expect(Object.keys((await everythingStored(ana)).databases)).not.toContain("cuplaj.shared");
  await ana.context().close();
});

test("[SW-1k] what is shared while no worker answers opens the app, which says that it did not arrive", async () => {
  const ana = await signedIn(stage.browser, stage.product, "ana");
  await ana.evaluate(() => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: "/share", enctype: "multipart/form-data" });
    const field = Object.assign(document.createElement("input"), { type: "file", name: "files" });
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(3_000_000)], "poza.jpg", { type: "image/jpeg" }));
    field.files = files.files;
    form.append(field);
    document.body.append(form);
    form.submit();
  });
  await ana.getByText("Ce ai trimis nu a ajuns").waitFor();
  await expect.poll(() => ana.url()).toBe(`${stage.product.address}/`);
  await ana.context().close();
});

test("[SW-1i] the app can be installed, and its menu offers that where the browser does", async () => {
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
  await ana.evaluate(() => {
    const asked = () => document.documentElement.setAttribute("data-asked", "1");
    window.dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: asked }));
  });
  await account.click();
  await install.click();
  await expect.poll(() => ana.evaluate(() => document.documentElement.dataset["asked"])).toBe("1");
  await ana.context().close();
});

test("[SW-1l] the app is installed in the page's language, the same but for its words", async () => {
  const ana = await signedIn(stage.browser, stage.product, "ana");
  const devtools = await ana.context().newCDPSession(ana);
  const manifest = async (): Promise<unknown> => JSON.parse((await devtools.send("Page.getAppManifest")).data ?? "");
  const romanian = await manifest();
  await switchLanguage(ana, "English");
  const english = await manifest();
  await switchLanguage(ana, "Română");
  expect([romanian, english]).toMatchObject([
    { lang: "ro", shortcuts: [{ name: "Discuții" }, { name: "Caută" }] },
    { lang: "en", shortcuts: [{ name: "Conversations" }, { name: "Search" }] },
  ]);
  const wordless = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (key, each: unknown) => (/^(?:lang|name|description)$/.test(key) ? "" : each)));
  expect(wordless(english)).toEqual(wordless(romanian));
  await ana.context().close();
});

test("[SW-1g] a server that has switched the worker off removes it and what it stored, and the page works on", async () => {
  const ana = await signedInWithWorker(stage.browser, link.address, "ana");
  link.cut();
  link.leadTo(Number(new URL(switchedOff.address).port));
  link.mend();
  await ana.reload();
  await expect
    .poll(() => ana.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), {
      timeout: 60_000,
    })
    .toBe(0);
  expect((await everythingStored(ana)).caches).toEqual({});
  await ana.goto(`${link.address}/login`);
  await ana.getByLabel("Utilizator").or(roomRow(ana, 10_001)).first().waitFor();
  await ana.context().close();
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshProfile } from "./browser.ts";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { type DeployedApp, startDeployedApp } from "./deployed-app.ts";
import { bubbles, composer, fillSignIn, openRoom, roomRow, say, signedIn, signOut } from "./people.ts";
import { type Stage, startBoth } from "./stage.ts";
import { expectMessages, waiting } from "./talk.ts";
import {
  awaitCopies,
  awaitWorker,
  everythingStored,
  goOffline,
  signedInWithWorker,
  waitingRows,
} from "./worker-page.ts";

let stage: Stage;
let link: CuttableLink;
let app: DeployedApp;

beforeAll(async () => {
  const started = await startDeployedApp();
  app = started;
  link = await openLink();
  stage = await startBoth({ ALLOWED_ORIGINS: `${link.address},${started.address}` });
  link.leadTo(Number(new URL(stage.product.address).port));
  started.leadTo(stage.product.address);
});
afterAll(async () => {
  await stage.browser.close();
  await Promise.all([link.close(), app.close()]);
  await stage.product.stop();
});

/** Presses a button. Returns whether an element of that role is present two frames later. */
const opensAtOnce = (page: Page, button: string, role: string): Promise<boolean> =>
  page.evaluate(
    async ([name, selector]) => {
      const found = [...document.querySelectorAll("button")].find(
        (each) => (each.getAttribute("aria-label") ?? each.textContent) === name,
      );
      found?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
      found?.click();
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame();
      await frame();
      return selector !== undefined && document.querySelector(selector) !== null;
    },
    [button, role] as const,
  );

test("[WEB-9] dialogs and menus open at the first press, within a frame, already styled", async () => {
  const ana = await signedIn(stage.browser, stage.product, "ana");
  await openRoom(ana, 10_001);
  await goOffline(ana);
  expect(await opensAtOnce(ana, "Oferte", "dialog[open]")).toBe(true);
  const dialog = ana.getByRole("dialog", { name: "Oferte" });
  expect(await dialog.evaluate((element) => getComputedStyle(element).borderRadius)).toBe("8px");
  await ana.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await opensAtOnce(ana, "Opțiunile discuției", "[role=menu]")).toBe(true);
  await ana.keyboard.press("Escape");
  await ana.getByRole("menu").waitFor({ state: "detached" });
  expect(await opensAtOnce(ana, "Contul tău, Ana Mureșan", "[role=menu]")).toBe(true);
  await ana.getByRole("menuitem", { name: "Taste rapide" }).click();
  await ana.getByRole("dialog", { name: "Taste rapide" }).waitFor();
});

test("[SW-1b] a closed page reopens offline with the list, rooms opened before, their offers and unsent messages", async () => {
  const { browser, product } = stage;
  const ana = await (await freshProfile(browser, { serviceWorkers: "allow" })).newPage();
  await ana.goto(`${link.address}/login`);
  // Signs in through the form, because the signed-out page deletes the previous person's copies.
  await fillSignIn(ana, "ana", "demo");
  await awaitWorker(ana);
  await openRoom(ana, 10_001);
  const offer = ana.getByRole("region", { name: "Ofertă", exact: true });
  await offer.getByText("Total de plată").waitFor();
  const known = await ana.getByRole("article").last().innerText();
  await openRoom(ana, 10_002);
  await awaitCopies(ana, 2);
  link.cut();
  await say(ana, "Scris fără rețea 1");
  await waiting(ana, "Scris fără rețea 1").waitFor();
  const context = ana.context();
  await ana.close();

  const next = await context.newPage();
  await next.goto(`${link.address}/view/oferta.10002`);
  await waiting(next, "Scris fără rețea 1").waitFor();
  await next.getByText(/^Așa arăta la /).waitFor();
  await roomRow(next, 10_001).click();
  await expect.poll(() => next.getByRole("article").last().innerText()).toBe(known);
  await next.getByRole("region", { name: "Ofertă", exact: true }).getByText("Total de plată").waitFor();

  const radu = await signedIn(browser, product, "radu");
  await openRoom(radu, 10_001);
  await say(radu, "Spus între timp");
  link.mend();
  await bubbles(next, "Spus între timp").waitFor();
  await next.getByText(/^Așa arăta la /).waitFor({ state: "detached" });
  await roomRow(next, 10_002).click();
  await expectMessages(next, "Scris fără rețea", ["Scris fără rețea 1"]);
  await context.close();
});

test("[SW-1c] the worker sends waiting messages without an open page, once and in order", async () => {
  const { browser, product } = stage;
  const texts = ["Din fundal 1", "Din fundal 2", "Din fundal 3"];
  const mihai = await signedInWithWorker(browser, link.address, "mihai");
  await roomRow(mihai, 10_006).click();
  await composer(mihai).waitFor();
  await awaitCopies(mihai, 1);
  link.cut();
  for (const text of texts) await say(mihai, text);
  await expect.poll(() => waitingRows(mihai)).toHaveLength(3);
  const context = mihai.context();
  const other = await context.newPage();
  await mihai.close();
  link.mend();
  // This page has the app's origin but is not part of the app. It triggers background sync.
  await other.goto(`${link.address}/healthz`);
  await setOffSync(other, link.address);
  await expect.poll(() => waitingRows(other)).toEqual([]);

  const radu = await signedIn(browser, product, "radu");
  await roomRow(radu, 10_006).click();
  await bubbles(radu, "Din fundal 3").waitFor();
  await expectMessages(radu, "Din fundal", texts);
  const again = await context.newPage();
  await again.goto(`${link.address}/view/oferta.10006`);
  await bubbles(again, "Din fundal 3").waitFor();
  await expectMessages(again, "Din fundal", texts);
  await context.close();
});

async function setOffSync(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.dispatchSyncEvent", {
    origin,
    registrationId: await registrationId,
    tag: "outbox",
    lastChance: true,
  });
}

test("[SW-1f] signing out leaves nothing personal in any cache, database or storage", async () => {
  const ana = await signedInWithWorker(stage.browser, link.address, "ana");
  await openRoom(ana, 10_001);
  await composer(ana).fill("Ceva de păstrat?");
  await composer(ana).fill("");
  await openRoom(ana, 10_002);
  await awaitCopies(ana, 2);
  const before = await everythingStored(ana);
  const token = before.local["token"] ?? "";
  expect(token).not.toBe("");
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

const firstScript = (page: Page): Promise<string> =>
  page.evaluate(() => new URL(document.querySelector<HTMLScriptElement>("script[src*=first]")?.src ?? "").pathname);

const statusOf = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (asked) => (await fetch(asked)).status, path);

test("[SW-1d][SW-1e] a newer build waits for unsent text and the person's consent, and old pages keep their files", async () => {
  const ana = await signedInWithWorker(stage.browser, app.address, "ana");
  await openRoom(ana, 10_001);
  const first = await firstScript(ana);
  const other = await ana.context().newPage();
  await other.goto(`${app.address}/view/oferta.10001`);
  await composer(other).waitFor();
  await other.goto(`${app.address}/view/oferta.10002`);
  await composer(other).waitFor();
  await composer(ana).fill("Început și neterminat");

  app.deployNext();
  await ana.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  const note = ana.getByText(/^E gata o versiune nouă/);
  await note.waitFor();
  expect(await note.innerText()).toBe("E gata o versiune nouă. O poți porni după ce trimiți ce ai scris.");
  expect(await ana.getByRole("button", { name: "Pornește-o" }).count()).toBe(0);
  // The file is gone from the server, but the old worker still serves it.
  expect((await fetch(app.address + first)).status).toBe(404);
  expect(await statusOf(other, first)).toBe(200);
  const cached = async (): Promise<number> => Object.keys((await everythingStored(ana)).caches).length;
  // A page of the stored build does not activate the waiting worker.
  await ana.context().setOffline(true);
  await other.reload();
  await composer(other).waitFor();
  expect(await firstScript(other)).toBe(first);
  await ana.context().setOffline(false);

  await composer(ana).fill("");
  await ana.getByRole("button", { name: "Pornește-o" }).click();
  await expect.poll(() => firstScript(ana).catch(() => first)).not.toBe(first);
  await composer(ana).waitFor();
  await expect.poll(() => note.count()).toBe(0);
  // The other page keeps its build, under the new worker.
  expect(await firstScript(other)).toBe(first);
  expect(await statusOf(other, first)).toBe(200);
  await roomRow(other, 10_001).click();
  await composer(other).waitFor();
  expect(await cached()).toBe(2);
  // The newer build can be opened offline too.
  const pages = Object.values((await everythingStored(ana)).caches).map((paths) => paths.includes("/index.html"));
  expect(pages).toEqual([true, true]);
  await other.close();
  // Cleanup runs when a page starts. At the first start, the closed page may still be there.
  const startAgain = async (): Promise<number> => {
    await ana.reload();
    await composer(ana).waitFor();
    return cached();
  };
  await expect.poll(startAgain, { interval: 1000 }).toBe(1);
  await ana.context().close();
});

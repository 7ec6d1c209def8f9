import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshProfile } from "./browser.ts";
import { openLink, type CuttableLink } from "./cuttable-link.ts";
import { bubbles, composer, fillSignIn, openRoom, roomRow, say, signedIn } from "./people.ts";
import { startBoth, type Stage } from "./stage.ts";
import { expectMessages, waiting } from "./talk.ts";
import { awaitCopies, awaitWorker, everythingStored, signedInWithWorker } from "./worker-page.ts";

let stage: Stage;
let link: CuttableLink;

beforeAll(async () => {
  link = await openLink();
  stage = await startBoth({ ALLOWED_ORIGINS: link.address });
  link.leadTo(Number(new URL(stage.product.address).port));
});
afterAll(async () => {
  await stage.browser.close();
  await link.close();
  await stage.product.stop();
});

/** The texts of Ana's messages that wait in the device's database. */
const waitingRows = async (page: Page): Promise<string[]> =>
  Object.values((await everythingStored(page)).databases["cuplaj.outbox"] ?? {}).map((row) => JSON.stringify(row));

test("[SW-1b] a page that was closed opens without a network: the list, rooms opened before, their offer and what waits", async () => {
  const { browser, product } = stage;
  const ana = await (await freshProfile(browser, { serviceWorkers: "allow" })).newPage();
  await ana.goto(`${link.address}/login`);
  // By the form: the page of nobody deletes the copies of whoever was here before.
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

test("[SW-1c] what waits is sent by the worker while no page is open, once and in order", async () => {
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
  // A page of the same origin that is none of ours, from which the browser's own sync is set off.
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

/** Sets off what the browser does once it has a network again. */
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

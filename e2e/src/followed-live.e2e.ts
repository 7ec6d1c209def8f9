import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import {
  awaitConnected,
  bubbles,
  composer,
  messageList,
  openRoom,
  roomList,
  roomRow,
  say,
  signedIn,
  startAgain,
} from "./people.ts";
import { item, pick, rowOffers } from "./room-menus.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();
const radu = await signedIn(browser, product, "radu");
const other = await signedIn(browser, product, "radu");
const ana = await signedIn(browser, product, "ana");

const firstOffer = (page: Page): Promise<number | undefined> => rowOffers(page).then(([first]) => first);
const way = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);

async function countOfMine(page: Page): Promise<number> {
  const label = roomList(page).locator("label", { has: page.getByRole("radio", { name: /^Ale mele/ }) });
  return Number(/\d+/.exec(await label.innerText())?.[0]);
}

const mark = (page: Page, text: string) => bubbles(page, text).getByText("la tăcere");
/** The number at the start of the window's title; 0 without one. */
const titleCount = async (page: Page): Promise<number> => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0);

test("[ORDER-1][ORDER-3] a pinned room stays on top on both devices, also after a reload and news elsewhere", async () => {
  for (const page of [radu, other]) await awaitConnected(page);
  const last = 10_007;
  await pick(radu, last, "Fixează sus");
  for (const page of [radu, other]) {
    await roomRow(page, last).getByText("fixată sus").waitFor({ state: "attached" });
    await radu.mouse.move(800, 500);
    await expect.poll(() => firstOffer(page)).toBe(last);
  }
  await openRoom(ana, 10_001);
  await say(ana, "Mai e valabilă oferta?");
  await roomRow(other, 10_001).getByText("Mai e valabilă oferta?").waitFor();
  expect(await firstOffer(other)).toBe(last);
  await other.reload();
  await roomRow(other, last).waitFor();
  expect(await firstOffer(other)).toBe(last);
  await pick(other, last, "Nu mai fixa sus");
  await roomRow(radu, last).getByText("fixată sus").waitFor({ state: "detached" });
  await expect.poll(() => firstOffer(radu)).toBe(10_001);
});

test("[ACT-8][ACT-8a][ACT-9][ACT-10][SCROLL-3] takes a conversation over and hands it over with a note, shown once to the new holder", async () => {
  await startAgain(radu);
  const ioana = await signedIn(browser, product, "ioana");
  await openRoom(ana, 10_001);
  await say(ana, "Aveți și filtrul?");
  await openRoom(radu, 10_001);
  // The demo begins with Radu as holder. After a reload, the next press counts as a first one.
  await way(radu, "Renunță la preluare").click();
  await radu.getByText("Nepreluată", { exact: true }).waitFor();
  await radu.reload();
  // The second press of the double click hits the release button, which must ignore it.
  await way(radu, "Preluare").first().dblclick();
  await radu.getByText("Preluată de tine", { exact: true }).first().waitFor();
  await roomRow(ioana, 10_001).getByText("preluată de Radu Ionescu").waitFor({ state: "attached" });
  await ana.getByText("Preluată de Radu Ionescu").first().waitFor();
  const mine = await countOfMine(ioana);

  await way(radu, "Predă").click();
  const dialog = radu.getByRole("dialog", { name: "Predă discuția" });
  await dialog.getByRole("button", { name: "Predă discuția" }).click();
  await dialog.getByText("Alege un coleg.").waitFor();
  await dialog.getByRole("radio", { name: /Ioana Stan/ }).check();
  await dialog.getByLabel("Notă pentru coleg (opțional)").fill("Vrea filtrul Mann,\nsună după 15.");
  expect(await axeFindings(radu)).toEqual([]);
  await dialog.getByRole("button", { name: "Predă discuția" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => focused(radu)).toBe("H2 Ana Mureșan · Oferta 10001");
  await radu.getByText("Preluată de Ioana Stan").first().waitFor();

  const toast = ioana.getByRole("status").filter({ hasText: "Radu Ionescu ți-a predat discuția „Oferta 10001”." });
  await toast.getByText("Vrea filtrul Mann, sună după 15.").waitFor();
  await expect.poll(() => countOfMine(ioana)).toBe(mine + 1);
  await toast.getByRole("button", { name: "Deschide" }).click();
  const note = ioana.getByRole("note");
  await note.getByText("Vrea filtrul Mann, sună după 15.").waitFor();
  expect(await note.innerText()).toContain("Vrea filtrul Mann,\nsună după 15.");
  await ioana.reload();
  await note.waitFor();
  expect(await toast.count()).toBe(0);
  await ioana.setViewportSize(sizes.phone);
  await composer(ioana).focus();
  const pressed = ioana.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener("mousedown", (down) =>
          document.addEventListener("click", (click) => resolve(click.target === down.target), { once: true }),
        );
      }),
  );
  await messageList(ioana).locator("time").last().click();
  expect(await pressed).toBe(true);
  await ioana.setViewportSize(sizes.desk);
  await say(ioana, "Da, avem filtrul Mann.");
  await note.waitFor({ state: "detached" });
  await way(ioana, "Renunță la preluare").click();
  await ioana.getByText("Nepreluată", { exact: true }).waitFor();
  await expect.poll(() => focused(ioana)).toMatch(/^(BUTTON Preluare|H2 Ana Mureșan · Oferta 10001)$/);
});

describe("silence", () => {
  let mihai: Page;
  let tablet: Page;
  let other: number;

  beforeAll(async () => {
    mihai = await signedIn(browser, product, "mihai");
    tablet = await signedIn(browser, product, "mihai");
  });

  test("[SIL-2b][SIL-2d][SIL-2] messages of a silenced person are quiet on all devices, even one that was offline", async () => {
    const phone = await signedIn(browser, product, "mihai", { viewport: sizes.phone });
    const offers = await mihai.getByRole("navigation", { name: "Discuții" }).getByRole("link").allInnerTexts();
    const [offer = 0, next = 0] = offers.map((text) => Number(/\b1\d{4}\b/.exec(text)?.[0]));
    other = next;
    for (const number of [offer, other]) {
      await radu.goto(`${product.address}/join/${number}`);
      await composer(radu).waitFor();
    }
    await openRoom(mihai, offer);
    await say(radu, "Întâi, pe tăcute");
    await expect.poll(() => roomRow(mihai, other).innerText()).toContain("Întâi, pe tăcute");
    await phone.context().setOffline(true);

    await mihai.getByRole("button", { name: /^Membrii discuției\b/ }).click();
    const members = mihai.getByRole("dialog", { name: "Membrii discuției" });
    await members.getByRole("button", { name: "Acțiuni pentru Radu Ionescu" }).click();
    const before = await titleCount(mihai);
    expect(before).toBeGreaterThan(0);
    const sent = mihai.waitForResponse(/\/api\/v1\/silence\//);
    await item(mihai, "Redu la tăcere pe Radu Ionescu").click();
    await members.getByText("la tăcere", { exact: true }).waitFor();
    await mihai.keyboard.press("Escape");
    expect((await sent).status()).toBe(200);
    // The counts in list and title no longer include his earlier messages.
    for (const page of [mihai, tablet]) await expect.poll(() => titleCount(page)).toBeLessThan(before);
    const quiet = await titleCount(mihai);

    await radu.goto(`${product.address}/view/${other}`);
    await say(radu, "A doua, pe tăcute");
    for (const page of [mihai, tablet]) {
      await expect.poll(() => roomRow(page, other).innerText()).toContain("A doua, pe tăcute");
      expect(await titleCount(page)).toBe(quiet);
    }
    await phone.context().setOffline(false);
    await expect.poll(() => roomRow(phone, other).innerText()).toContain("A doua, pe tăcute");
    await expect.poll(() => titleCount(phone)).toBe(quiet);

    await openRoom(tablet, other);
    await mark(tablet, "A doua, pe tăcute").waitFor();
    expect(await messageList(tablet).getByText("Mesaje necitite").count()).toBe(0);
  });

  test("[SIL-2b][SIL-2] messages of a silenced person are not announced, and unsilencing reaches every device", async () => {
    await say(radu, "A treia, pe tăcute");
    await bubbles(tablet, "A treia, pe tăcute").waitFor();
    // A later message by somebody else is announced, so the earlier one was skipped.
    const ioana = await apiAs(product, "ioana");
    await ioana.post("join", { type: 1, channel: `oferta.${other}` });
    await ioana.post(`publish/oferta.${other}`, { message: "Aud bine" });
    await tablet.getByRole("log").getByText("Aud bine").waitFor();
    expect(await tablet.getByRole("log").getByText("A treia, pe tăcute").count()).toBe(0);

    await mihai.getByRole("button", { name: /^Contul tău,/ }).click();
    await item(mihai, "Persoane reduse la tăcere").click();
    const list = mihai.getByRole("dialog", { name: "Persoane reduse la tăcere" });
    await list.getByText("Radu Ionescu").waitFor();
    expect(await axeFindings(mihai)).toEqual([]);
    await list.getByRole("button", { name: "Încheie tăcerea pentru Radu Ionescu" }).click();
    await list.getByText("Nu ai redus la tăcere pe nimeni").waitFor();
    const silenced = async (): Promise<unknown[]> =>
      (await (await apiAs(product, "mihai")).get<{ user: { users_silenced: unknown[] } }>("me")).user.users_silenced;
    await expect.poll(silenced).toEqual([]);
    await mark(tablet, "A doua, pe tăcute").waitFor({ state: "detached" });
  });
});

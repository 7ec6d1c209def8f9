import type { Offer } from "@cuplaj/protocol/offer.ts";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { sizes } from "./browser.ts";
import { awaitConnected, messageList, openRoom, roomRow, settled, signedIn, startAgain } from "./people.ts";
import { emptyPage } from "./spare-pages.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();
const radu = await signedIn(browser, product, "radu");
const ana = await signedIn(browser, product, "ana");
const phone = await signedIn(browser, product, "ana", { viewport: sizes.phone, hasTouch: true, isMobile: true });

/** 1280 x 1024 at 400 % zoom. */
const zoomed = { width: 320, height: 256 };

async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (box === null) throw new Error("It is not drawn.");
  return box;
}

/** Whether an element is completely in the window, with nothing over its centre. */
const isInSight = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isWithin = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return isWithin && hit !== null && element.contains(hit);
  });

async function walkMenu(page: Page): Promise<string[]> {
  const items = page.getByRole("menu").getByRole("menuitem");
  const count = await items.count();
  const seen: string[] = [];
  await page.keyboard.press("Home");
  for (let at = 0; at < count; at += 1) {
    const item = items.nth(at).and(page.locator("[data-highlighted]"));
    await item.waitFor();
    if (await isInSight(item)) seen.push(await item.innerText());
    await page.keyboard.press("ArrowDown");
  }
  return seen;
}

describe("at 400 % zoom", () => {
  const pages = { radu, ana };
  test.each(["radu", "ana"] as const)(
    "[LOOK-4] %s reaches every action of a message, by the pointer and by the keys",
    async (person) => {
      const page = pages[person];
      await startAgain(page, { viewport: zoomed });
      await openRoom(page, 10_001);
      await settled(page);
      const newest = messageList(page).getByRole("article").last();
      const more = newest.getByRole("button", { name: "Acțiuni pentru mesaj" });
      // The list may still move the message away from the pointer.
      await expect
        .poll(async () => {
          await newest.hover();
          return await isInSight(more);
        })
        .toBe(true);
      const names = page.getByRole("menu").getByRole("menuitem");
      const open = [
        () => more.click(),
        async () => {
          await newest.focus();
          await page.keyboard.press("Shift+F10");
        },
      ];
      for (const act of open) {
        await act();
        await names.first().waitFor();
        expect(await walkMenu(page)).toEqual(await names.allInnerTexts());
        await page.keyboard.press("Escape");
        await names.first().waitFor({ state: "detached" });
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    },
  );
});

describe("known facts are shown", () => {
  test("[USR-2d] offline the members list shows known members and warns that it may be stale", async () => {
    await startAgain(radu);
    await openRoom(radu, 10_001);
    await awaitConnected(radu);
    await radu.route("**/api/v1/chat/*/members/*", (route) => route.abort("internetdisconnected"));
    await radu.getByRole("button", { name: "Opțiunile discuției" }).click();
    await radu.getByRole("menuitem", { name: "Membrii discuției" }).click();
    const list = radu.getByRole("dialog", { name: "Membrii discuției" });
    await list.getByText("Lista poate fi mai veche").waitFor();
    const names = await list.getByRole("listitem").allInnerTexts();
    expect(names.map((name) => name.split("\n")[0]).toSorted((a = "", b = "") => a.localeCompare(b, "ro"))).toEqual([
      "Ana Mureșan",
      "Ioana Stan",
      "Mia Petrescu",
      "Radu Ionescu",
    ]);
  });

  test("[LOOK-21] a row shows its offer's status, also in words", async () => {
    await radu.setViewportSize(sizes.desk);
    await roomRow(radu, 10_007).getByTitle("Comandată").waitFor();
    expect(await roomRow(radu, 10_007).getByText("Comandată").count()).toBe(1);
  });

  test("[LIST-7a] a row with a count is as high as one without", async () => {
    await radu.setViewportSize(sizes.desk);
    const heights = (isUnread: boolean) =>
      radu
        .locator(`a[data-room][data-unread="${isUnread}"]`)
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    const [unread, read] = [await heights(true), await heights(false)];
    expect([unread.length > 0, read.length > 0]).toEqual([true, true]);
    expect(new Set([...unread, ...read])).toEqual(new Set([60]));
  });
});

describe("tight spaces", () => {
  test.each([{ width: 360, height: 740 }, zoomed, sizes.desk])(
    "[ROOM-15c] the heading shows the offer's number next to any name: $width px",
    async (viewport) => {
      await startAgain(radu, { viewport });
      await openRoom(radu, 10_001);
      const heading = radu.getByRole("heading", { name: "Ana Mureșan · Oferta 10001" });
      await heading.waitFor();
      const parts = await heading.evaluate((element) => {
        const name = element.querySelector("bdi");
        if (name)
          name.textContent =
            "Service Auto Mureșan și Fiii din Cluj-Napoca SRL, punct de lucru Florești, la Nelu".repeat(3);
        const number = document.createRange();
        number.selectNodeContents(element.lastChild ?? element);
        const around = element.parentElement?.getBoundingClientRect();
        return { number: number.getBoundingClientRect().toJSON(), around: around?.toJSON() };
      });
      expect(parts.number.width).toBeGreaterThan(50);
      expect(parts.number.right).toBeLessThanOrEqual(parts.around.right);
      expect(parts.number.bottom).toBeLessThanOrEqual(parts.around.bottom + 1);
    },
  );

  test("[LIST-7d] a row shows a decision's code in full and truncates the holder's name", async () => {
    const customer = await apiAs(product, "ana");
    const { oferta } = await customer.get<{ oferta: Offer }>("oferta/10002");
    const code = oferta.lines.find(({ status }) => status === "offered")?.code ?? "";
    const line = oferta.lines.find((each) => each.code === code)?.id;
    await customer.post(`oferta/10002/line/${line}/accept`, { version: oferta.version });
    await startAgain(radu, { viewport: { width: 320, height: 640 } });
    const said = roomRow(radu, 10_002).getByText(`a acceptat ${code}`);
    await said.waitFor();
    const [whole, given] = await said.evaluate((element) => [
      element.getBoundingClientRect().width,
      element.parentElement?.getBoundingClientRect().width ?? 0,
    ]);
    expect(given).toBeGreaterThanOrEqual(whole ?? Infinity);
  });

  test.each([sizes.phone, { width: 1280, height: 800 }])(
    "[RUN-9b] the demo's sign-in shows the languages without scrolling: $width px",
    async (viewport) => {
      const page = await emptyPage(browser, product.address, { viewport });
      await page.goto(`${product.address}/login`);
      await page.getByRole("region", { name: "Conturi demo" }).waitFor();
      expect(await isInSight(page.getByRole("radio", { name: "English" }))).toBe(true);
      await page.context().close();
    },
  );
});

describe("an offer's looks", () => {
  test("[LOOK-25] a missing room has one heading below the room's own", async () => {
    await ana.setViewportSize(sizes.desk);
    await ana.goto(`${product.address}/view/oferta.99999`);
    const pane = ana.getByRole("region", { name: "Discuție" });
    // The page requests the room again once it has connected.
    await expect.poll(() => pane.getByRole("heading").allInnerTexts()).toEqual(["Oferta 99999", "Nu găsim discuția"]);
  });

  test("[LOOK-26] the sheet's title and content align, and the status has words next to it", async () => {
    await openRoom(phone, 10_003);
    await phone.getByRole("button", { name: "Arată oferta" }).click();
    const sheet = phone.getByRole("dialog", { name: "Oferta 10003" });
    await sheet.getByText("Total de plată").waitFor();
    const title = await boxOf(sheet.getByRole("heading", { level: 2 }));
    const label = await boxOf(sheet.getByText("Mașina", { exact: true }));
    const status = await boxOf(sheet.locator("[data-status]").first());
    expect(label.x).toBe(title.x);
    expect(Math.abs(status.y + status.height / 2 - (label.y + label.height / 2))).toBeLessThan(6);
  });

  test("[OFF-9l] all lines can be accepted without scrolling", async () => {
    await startAgain(phone, { viewport: sizes.phone });
    await openRoom(phone, 10_002);
    await phone.getByRole("button", { name: "Arată oferta" }).click();
    const sheet = phone.getByRole("dialog", { name: "Oferta 10002" });
    const all = sheet.getByRole("button", { name: /^Acceptă tot/ });
    await all.waitFor();
    expect(await isInSight(sheet.getByRole("listitem").last())).toBe(false);
    expect(await isInSight(all)).toBe(true);
  });

  test.each(["desk", "phone"] as const)("[OFF-9j] on a %s “Decide pentru client” keeps its position", async (size) => {
    await startAgain(radu, { viewport: sizes[size] });
    await openRoom(radu, 10_002);
    const ask = radu.getByRole("button", { name: "Decide pentru client" });
    if (size === "phone") await radu.getByRole("button", { name: "Arată oferta" }).click();
    await ask.hover();
    const look = () => ask.evaluate((element) => getComputedStyle(element).backgroundColor);
    const [before, unpressed] = [await boxOf(ask), await look()];
    await ask.click();
    const all = radu.getByRole("button", { name: /^Acceptă tot/ });
    await all.waitFor();
    expect(await boxOf(ask)).toEqual(before);
    expect(await isInSight(all)).toBe(true);
    await expect.poll(look).not.toBe(unpressed);
  });

  test("[LOOK-27] the line above the total is as wide as the pane", async () => {
    await startAgain(ana);
    await openRoom(ana, 10_003);
    const pane = ana.getByRole("region", { name: "Ofertă", exact: true });
    const total = pane.getByText("Total de plată");
    await total.waitFor();
    const lined = await total.evaluate((element) => {
      const lines: number[] = [];
      for (
        let each: Element | null = element;
        each !== null && !each.matches("[aria-label=Ofertă]");
        each = each.parentElement
      ) {
        if (getComputedStyle(each).borderTopStyle === "solid") lines.push(each.getBoundingClientRect().width);
      }
      return lines;
    });
    const inner = await pane.evaluate((element) => element.clientWidth);
    expect(lined).toHaveLength(1);
    expect(lined[0]).toBeGreaterThanOrEqual(inner - 1);
  });
});

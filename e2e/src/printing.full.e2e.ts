import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { blackOnWhite, donePrinting, inkOf, pagesOf, paper, said } from "./printing.ts";
import { bubbles, openRoom, say, signedIn } from "./people.ts";
import { seedHistory } from "./seed-history.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

const offer = 10_001;
const olderPages = "**/api/v1/chat/*/1?before_seq=*";
const prints = (page: Page): Promise<number> => page.evaluate(() => Number(document.body.dataset["prints"] ?? 0));

/** Counts prints instead of printing, since tests cannot operate the browser's print dialog. */
async function countPrints(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset["prints"] = String(Number(document.body.dataset["prints"] ?? 0) + 1);
    };
  });
}

describe("printing a conversation", async () => {
  await seedHistory(product, offer, 2300);
  const ana = await signedIn(browser, product, "ana");
  const radu = await signedIn(browser, product, "radu");
  for (const page of [ana, radu]) {
    await openRoom(page, offer);
    await countPrints(page);
  }

  test("[PRINT-1][PRINT-1b][PRINT-2] Ctrl+P prints the newest 2,000 messages after the offer, and states that older ones are left out", async () => {
    await say(ana, "Ultimul mesaj de tipărit");
    await bubbles(radu, "Ultimul mesaj de tipărit").waitFor();
    const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
    await radu.route(olderPages, async (route) => {
      await isSeen;
      await route.continue();
    });
    await radu.keyboard.press("Control+p");
    const dialog = radu.getByRole("dialog", { name: "Se pregătește tipărirea" });
    await dialog.getByText("Mesaje încărcate: 50 din 2.000").waitFor();
    expect(await axeFindings(radu)).toEqual([]);
    goOn();
    await expect.poll(() => prints(radu)).toBe(1);
    await radu.unroute(olderPages);
    expect(await paper(radu).locator("article").count()).toBe(2000);
    const text = await said(radu);
    expect(text).toMatch(/Cele mai noi 2\.000 de mesaje din 2\.3\d\d/);
    expect(text).toContain("Ultimul mesaj de tipărit");
    expect(text).toContain("Total de plată");
    expect(text).toMatch(/Valabilă până pe|A expirat pe/);
    expect(text.indexOf("Total de plată")).toBeLessThan(text.indexOf("Veche"));
    expect(await paper(radu).locator("h2").count()).toBeGreaterThan(1);
    expect(await paper(radu).isVisible()).toBe(false);

    await radu.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await paper(radu).isVisible()).toBe(true);
    expect(await radu.locator("#app").isVisible()).toBe(false);
    expect(await inkOf(radu)).toEqual(blackOnWhite);
    expect(pagesOf(await radu.pdf({ format: "A4" }))).toBeGreaterThan(20);
    await radu.emulateMedia({ media: "screen", colorScheme: "light" });

    await donePrinting(radu);
    await paper(radu).waitFor({ state: "detached" });
    expect(await radu.getByRole("dialog").count()).toBe(0);
  });

  test("[PRINT-4] a text deleted during printing disappears from the sheet", async () => {
    await say(ana, "Parola e strict-secreta");
    await bubbles(radu, "strict-secreta").waitFor();
    await radu.keyboard.press("Control+p");
    await expect.poll(() => prints(radu)).toBe(2);
    expect(await said(radu)).toContain("strict-secreta");
    await bubbles(ana, "strict-secreta").locator("[data-bubble]").click({ button: "right" });
    await ana.getByRole("menuitem", { name: "Șterge mesajul", exact: true }).click();
    await expect.poll(() => said(radu)).not.toContain("strict-secreta");
    expect(await said(radu)).toContain("Mesaj șters");
    await donePrinting(radu);
  });
});

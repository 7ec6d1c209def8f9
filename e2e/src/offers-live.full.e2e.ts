import type { Offer } from "@cuplaj/protocol/offer.ts";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiAs, type Caller } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { messageList, openRoom, signedIn } from "./people.ts";
import { startTalk, type Talk } from "./talk.ts";

const code = "624 3477 33";

const pane = (page: Page): Locator => page.getByRole("region", { name: "Ofertă" });
const lineIn = (where: Locator): Locator => where.getByRole("listitem").filter({ hasText: code });
const textOf = async (of: Locator): Promise<string> => (await of.innerText()).replaceAll(/\s+/gu, " ");
const lastLine = (page: Page): Promise<string> => messageList(page).locator("[data-lines] p").last().innerText();
const toneOf = (line: Locator): Promise<string | null> => line.getAttribute("data-tone");

describe("an offer that changes on screen", () => {
  let talk: Talk;
  let erp: Caller;
  let customer: Caller;

  beforeAll(async () => {
    talk = await startTalk({ LIMITS: "off" });
    [erp, customer] = await Promise.all([apiAs(talk.product, "admin"), apiAs(talk.product, "ana")]);
    await put((offer) => ({ ...offer, status: "sent", lines: offer.lines.map(open) }));
    for (const page of [talk.ana, talk.radu]) {
      // Makes the device look as if it had never shown the offer.
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage))
          if (key.startsWith("cuplaj.offers-seen.")) localStorage.removeItem(key);
      });
      await page.reload();
      await lineIn(pane(page)).waitFor();
    }
  });
  afterAll(() => talk.end());

  const open = (line: Offer["lines"][number]): Offer["lines"][number] => ({ ...line, status: "offered" });

  async function put(change: (offer: Offer) => Offer): Promise<void> {
    const { oferta } = await erp.get<{ oferta: Offer }>("oferta/10001");
    await erp.put("erp/offers/10001", { ...change(oferta), version: oferta.version + 1 });
  }
  const priced = (price: string) => (offer: Offer) => ({
    ...offer,
    lines: offer.lines.map((line) => (line.code === code ? { ...line, unit_price: price } : line)),
  });
  /** Waits until the shown version has been in view long enough to count as seen. */
  const seen = async (page: Page): Promise<void> => {
    const { oferta } = await erp.get<{ oferta: Offer }>("oferta/10001");
    await page.bringToFront();
    await page.waitForFunction(
      (wanted) =>
        Object.entries(localStorage).some(
          ([key, value]) => key.startsWith("cuplaj.offers-seen.") && String(value).includes(`[10001,${wanted}]`),
        ),
      oferta.version,
    );
  };

  test("[OFF-6][OFF-2][OFF-8][OFF-8b] a new price is announced, shown and marked to both, and amber only for the customer", async () => {
    const { ana, radu } = talk;
    for (const page of [ana, radu]) await seen(page);
    await put(priced("799.00"));
    for (const page of [ana, radu]) {
      await expect.poll(() => lastLine(page)).toMatch(/^Preț nou la 624 3477 33: [\d.,]+ → 799,00 fără TVA$/u);
      await expect.poll(() => textOf(lineIn(pane(page)))).toMatch(/era [\d.,]+ RON 799,00 RON/u);
    }
    expect([await toneOf(lineIn(pane(ana))), await toneOf(lineIn(pane(radu)))]).toEqual(["waiting", "quiet"]);
    for (const page of [ana, radu]) expect(await axeFindings(page)).toEqual([]);
  });

  test("[OFF-9c] a press as a new price appears is not sent, one a second later is", async () => {
    const { ana } = talk;
    const line = lineIn(pane(ana));
    const sent: string[] = [];
    ana.on("request", (request) => void (request.method() === "POST" && sent.push(new URL(request.url()).pathname)));
    const accept = line.getByRole("button", { name: `Acceptă ${code}` });
    // Pressed in the task that draws the new price: no hand is faster, and load cannot delay it.
    const press = await accept.evaluateHandle((button) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const row = button.closest("li");
      if (!row) throw new Error("The button stands in no line.");
      const watching = new MutationObserver(() => {
        if (!row.innerText.includes("811,00")) return;
        watching.disconnect();
        if (button instanceof HTMLElement) button.click();
        resolve();
      });
      watching.observe(row, { childList: true, characterData: true, subtree: true });
      return { promise };
    });
    await put(priced("811.00"));
    await press.evaluate(({ promise }) => promise);
    await line.getByRole("alert").getByText("uită-te la preț și apasă din nou").waitFor();
    expect(sent.filter((path) => path.includes("/line/"))).toEqual([]);
    expect(await axeFindings(ana)).toEqual([]);
    const accepted = line.getByText("Acceptată");
    const pressAgain = async (): Promise<boolean> => {
      if ((await accepted.count()) === 0) await accept.press("Enter");
      return accepted.isVisible();
    };
    await expect.poll(pressAgain, { interval: 500 }).toBe(true);
    // The screen shows the change before the request is reported.
    await expect.poll(() => sent.filter((path) => path.endsWith("/accept")).length).toBe(1);
    await line.getByRole("alert").waitFor({ state: "detached" });
    await expect.poll(() => lastLine(ana)).toContain(`Ai acceptat ${code}`);
  });

  test("[OFF-8] marks a new vehicle, expiry and total to both", async () => {
    const { ana, radu } = talk;
    for (const page of [ana, radu]) await seen(page);
    const { oferta } = await erp.get<{ oferta: Offer }>("oferta/10001");
    const lines = oferta.lines.map((each) => ({ ...open(each), unit_price: "10.00" }));
    const vehicle = { ...oferta.vehicle, plate: "B 99 NOU" };
    await put((offer) => ({ ...offer, lines, vehicle, valid_until: "2999-02-01T10:00:00.000Z" }));
    for (const page of [ana, radu]) {
      await expect.poll(() => textOf(pane(page))).toMatch(/era [\w ]+ B 99 NOU/u);
      const words = await textOf(pane(page));
      expect(words).toMatch(/Total de plată cu TVA era [\d.,]+ RON [\d.,]+ RON/u);
      expect(words).toMatch(/Valabilă până pe era \d+ \S+ \d+ 1 februarie 2999/u);
      expect(await axeFindings(page)).toEqual([]);
    }
  });

  test("[OFF-3c][OFF-8c][OFF-9][A11Y-3] a second device starts without marks; on a phone the sheet has everything, thumb-sized", async () => {
    const phone = await signedIn(talk.browser, talk.product, "ana", {
      viewport: sizes.phone,
      hasTouch: true,
      isMobile: true,
      colorScheme: "dark",
    });
    await openRoom(phone, 10_001);
    await phone.getByRole("button", { name: /Arată oferta/ }).click();
    const line = lineIn(phone.getByRole("dialog"));
    await line.waitFor();
    expect(await toneOf(line)).toBeNull();
    await seen(phone);
    await phone.clock.install();
    await put((offer) => {
      const { lines, ...rest } = priced("790.00")(offer);
      return { ...rest, lines: lines.map((each) => ({ ...open(each), stock: each.stock + 1 })).slice(0, -1) };
    });
    await expect.poll(() => textOf(line)).toContain("790,00 RON");
    const removed = phone.getByRole("dialog").getByRole("listitem").filter({ hasText: "Scoasă din ofertă" });
    await removed.waitFor();
    expect(await removed.getByRole("button").count()).toBe(0);
    const accept = line.getByRole("button", { name: `Acceptă ${code}` });
    expect((await accept.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await axeFindings(phone)).toEqual([]);
    // OFF-9c: within a second of the change, a press would ask again.
    await phone.clock.fastForward(1000);
    await accept.tap();
    await line.getByText("Acceptată").waitFor();
    const stored = async (): Promise<Offer> => (await customer.get<{ oferta: Offer }>("oferta/10001")).oferta;
    await expect.poll(async () => (await stored()).lines.find((each) => each.code === code)?.status).toBe("accepted");
  });
});

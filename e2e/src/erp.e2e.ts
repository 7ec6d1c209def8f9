import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { ErpSimulator } from "./erp-simulator/erp-simulator.ts";
import { contentOf, type StoredOffer, withLine } from "./erp-simulator/offer.ts";
import { newOffer } from "./erp-simulator/trade.ts";
import { freePort } from "./free-port.ts";
import { bubbles, composer, roomRow, say, signedIn } from "./people.ts";
import { makeProgramToken } from "./program-token.ts";
import { type Stage, startBoth } from "./stage.ts";

/** How long it takes at most until a decision, tried again since the ERP was away, has come, and a change is on screens, ms. */
const number = 20_001;
const secret = "un secret de cel puțin treizeci și două de litere";

const pane = (page: Page): Locator => page.getByRole("region", { name: "Ofertă" });
const lineOf = (page: Page, code: string): Locator => pane(page).getByRole("listitem").filter({ hasText: code });
const textOf = async (of: Locator): Promise<string> => (await of.innerText()).replaceAll(/\s+/gu, " ");
/** The quiet lines after the last message. */
const lastLines = (page: Page): Promise<string> => page.locator("[data-lines]").last().innerText();

describe("an ERP of its own beside two people who look", () => {
  let stage: Stage;
  let erp: ErpSimulator;
  /** The ERP's way to the product. */
  let link: CuttableLink;
  let ana: Page;
  let radu: Page;
  let people: readonly Page[];
  /** What the ERP has said of itself. */
  const said: string[] = [];
  const made = newOffer(() => 0.5, Date.now());
  const [first = "", second = "", third = ""] = made.lines.map(({ code }) => code);

  beforeAll(async () => {
    const [port, opened] = await Promise.all([freePort(), openLink()]);
    link = opened;
    stage = await startBoth({
      OFFER_STAFF: "radu",
      ERP_WEBHOOK_URL: `http://127.0.0.1:${port}/cuplaj`,
      ERP_WEBHOOK_PRIVATE: "1",
      ERP_WEBHOOK_SECRET: secret,
    });
    const { product, browser } = stage;
    link.leadTo(Number(new URL(product.address).port));
    const token = await makeProgramToken(product, "nexus", "Nexus ERP");
    erp = new ErpSimulator({ origin: link.address, token, secret, port, say: (line) => said.push(line) });
    await erp.comeUp();
    [ana, radu] = await Promise.all([signedIn(browser, product, "ana"), signedIn(browser, product, "radu")]);
    people = [ana, radu];
  });
  afterAll(async () => {
    await stage.browser.close();
    await erp.goDown();
    await link.close();
    await stage.product.stop();
  });

  const setPrice = (line: number, price: string): void =>
    erp.change(number, (offer) => withLine(offer, line, (each) => ({ ...each, unit_price: price })));
  const decisions = (): string[] =>
    erp.decisions.map(({ type, line_id, version }) => `${version} ${type.slice("offer.line-".length)} ${line_id}`);
  const decide = async (what: "Acceptă" | "Refuză", code: string): Promise<void> =>
    lineOf(ana, code)
      .getByRole("button", { name: `${what} ${code}` })
      .click();
  /** Waits until both have had the offer's version in view for long enough. */
  const seen = async (): Promise<void> => {
    const version = erp.offers.get(number)?.version;
    for (const page of people) {
      await page.bringToFront();
      await page.waitForFunction(
        (wanted) =>
          Object.entries(localStorage).some(
            ([key, value]) => key.startsWith("cuplaj.offers-seen.") && String(value).includes(wanted),
          ),
        `[${number},${version}]`,
      );
    }
  };

  /** Lines after it are a group of their own. */
  async function sayBetween(text: string): Promise<void> {
    await say(radu, text);
    await bubbles(ana, text).waitFor();
  }

  test("[ERP-1][ERP-1a][ERP-1d][ERP-2][LIST-9] an offer that the ERP makes stands on top of the lists of its customer and its staff at once", async () => {
    // Somebody else's number is left alone.
    expect(await erp.offer(10_001, "ana", made)).toBe(false);
    expect(await erp.offer(number, "ana", made)).toBe(true);
    for (const page of people) {
      await roomRow(page, number).getByText("Ofertă nouă").waitFor();
      await roomRow(page, number).click();
      await composer(page).waitFor();
      for (const code of [first, second, third]) await lineOf(page, code).waitFor();
      // LIST-9: it is new until it is opened.
      await roomRow(page, number).getByText("Niciun mesaj încă").waitFor();
    }
    await lineOf(ana, first).getByRole("button", { name: "Acceptă" }).waitFor();
    const buttons = people.map((page) => lineOf(page, first).getByRole("button", { name: "Acceptă" }).count());
    expect(await Promise.all(buttons)).toEqual([1, 0]);
  });

  test("[ERP-1c][OFF-6][OFF-8][OFF-8b] another price and stock are said and marked to both while they look", async () => {
    await seen();
    setPrice(1, "37.90");
    await erp.settled();
    erp.change(number, (offer) => withLine(offer, 2, (line) => ({ ...line, stock: 7 })));
    for (const page of people) {
      await expect.poll(() => lastLines(page)).toContain(`Preț nou la ${first}: 41,20 → 37,90`);
      await expect.poll(() => lastLines(page)).toContain(`Stoc nou la ${second}: 4 → 7`);
      await expect.poll(() => textOf(lineOf(page, first))).toContain("era 41,20 RON 37,90 RON");
      await expect.poll(() => textOf(lineOf(page, second))).toContain("era În stoc: 4 În stoc: 7");
    }
    const tones = people.map((page) => lineOf(page, first).getAttribute("data-tone"));
    expect(await Promise.all(tones)).toEqual(["waiting", "quiet"]);
  });

  test("[ERP-1] a version whose answer was lost is sent again and stored once", async () => {
    const before = erp.offers.get(number)?.version ?? 0;
    link.cutAnswerTo(`PUT /api/v1/erp/offers/${number}`);
    setPrice(1, "38.50");
    await erp.settled();
    expect(said.slice(-2)).toEqual([
      "no answer to act on: again in 1 s",
      `offer ${number}: version ${before + 1} is stored`,
    ]);
    expect(erp.offers.get(number)?.version).toBe(before + 1);
    for (const page of people)
      await expect.poll(() => lastLines(page)).toContain(`Preț nou la ${first}: 37,90 → 38,50`);
  });

  test("[HOOK-1][HOOK-2][ERP-3b][OFF-6a] the ERP learns what the customer accepts, and both see its answer", async () => {
    await sayBetween("Filtrul e ultimul la prețul ăsta.");
    // OFF-9d: a press so soon after the price changed would be asked again.
    await seen();
    await decide("Acceptă", first);
    await expect.poll(decisions).toEqual(["5 accepted 1"]);
    expect(erp.decisions[0]?.by.name).toMatch(/^Ana /u);
    await expect.poll(() => lastLines(radu)).toMatch(new RegExp(`Ana \\S+ a acceptat ${first}`, "u"));
    for (const page of people) {
      await expect.poll(() => lastLines(page)).toContain(`Stoc nou la ${first}: 4 → 2`);
      await lineOf(page, first).getByText("Acceptată").waitFor();
    }
  });

  test("[ERP-3a][ERP-3c][OFF-9c] what is accepted at a price that the ERP has changed meanwhile is asked again", async () => {
    await sayBetween("Kitul l-am rezervat până mâine.");
    await seen();
    await ana.route(
      `**/oferta/${number}/line/2/accept`,
      async (route) => {
        setPrice(2, "690.00");
        await erp.settled();
        await route.continue();
      },
      { times: 1 },
    );
    await decide("Acceptă", second);
    const asked = "Oferta s-a schimbat între timp: uită-te la preț și apasă din nou";
    await lineOf(ana, second).getByRole("alert").getByText(asked).waitFor();
    await expect.poll(() => textOf(lineOf(ana, second))).toContain("era 689,00 RON 690,00 RON");
    expect(decisions()).toHaveLength(1);
    await seen();
    await decide("Acceptă", second);
    await expect.poll(decisions).toEqual(["5 accepted 1", "8 accepted 2"]);
  });

  test("[HOOK-3][HOOK-4][HOOK-5] an ERP that was away, and then fell over its first request, learns of all once and in order", async () => {
    await erp.settled();
    await sayBetween("Flanșa o iei și pe ea?");
    await erp.goDown();
    const receivedBefore = erp.received;
    await decide("Refuză", third);
    await lineOf(ana, third).getByText("Refuzată").waitFor();
    await lineOf(radu, third).getByText("Refuzată").waitFor();
    await decide("Acceptă", third);
    await lineOf(radu, third).getByText("Acceptată").waitFor();
    // What was to be written stays to be written.
    setPrice(3, "99.00");
    erp.crashAtNextDecision();
    await erp.comeUp();
    await expect.poll(() => erp.isUp).toBe(false);
    expect(erp.received).toBe(receivedBefore + 1);
    await erp.comeUp();
    await expect.poll(() => decisions().length).toBe(4);
    expect(decisions().map((decision) => decision.slice(decision.indexOf(" ") + 1))).toEqual([
      "accepted 1",
      "accepted 2",
      "declined 3",
      "accepted 3",
    ]);
    const versions = erp.decisions.map(({ version }) => version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(erp.received).toBe(receivedBefore + 3);
    for (const page of people) {
      await pane(page).getByText("Comandată").waitFor();
      await expect.poll(() => lastLines(page)).toContain("Oferta a fost comandată");
    }
  });

  test("[ERP-1][OFF-1] in the end every offer of the ERP is what everybody reads", async () => {
    await erp.settled();
    expect(erp.refusals).toEqual([]);
    for (const person of ["ana", "radu"] as const) {
      const api = await apiAs(stage.product, person);
      for (const [id, offer] of erp.offers) {
        const { oferta } = await api.get<{ oferta: StoredOffer }>(`oferta/${id}`);
        expect({ ...contentOf(oferta), version: oferta.version }).toEqual(offer);
      }
    }
  });
});

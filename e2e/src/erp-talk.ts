import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import type { Locator, Page } from "playwright-core";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { ErpSimulator } from "./erp-simulator/erp-simulator.ts";
import { withLine } from "./erp-simulator/offer.ts";
import { newOffer } from "./erp-simulator/trade.ts";
import { freePort } from "./free-port.ts";
import { bubbles, say, signedIn } from "./people.ts";
import { makeProgramToken } from "./program-token.ts";
import { type Stage, startBoth } from "./stage.ts";

export const number = 20_001;
const secret = "un secret de cel puțin treizeci și două de litere";

export const made = newOffer(() => 0.5, nowMs());
export const [first = "", second = "", third = ""] = made.lines.map(({ code }) => code);

export const pane = (page: Page): Locator => page.getByRole("region", { name: "Ofertă" });
export const lineOf = (page: Page, code: string): Locator => pane(page).getByRole("listitem").filter({ hasText: code });
export const textOf = async (of: Locator): Promise<string> => (await of.innerText()).replaceAll(/\s+/gu, " ");
export const lastLines = (page: Page): Promise<string> => page.locator("[data-lines]").last().innerText();

export interface ErpTalk {
  readonly stage: Stage;
  readonly erp: ErpSimulator;
  readonly link: CuttableLink;
  readonly ana: Page;
  readonly radu: Page;
  readonly people: readonly Page[];
  readonly said: readonly string[];
  readonly setPrice: (line: number, price: string) => void;
  readonly decisions: () => string[];
  readonly decide: (what: "Acceptă" | "Refuză", code: string) => Promise<void>;
  /** Waits until both people have seen the version for long enough. */
  readonly seen: () => Promise<void>;
  readonly sayBetween: (text: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

export async function startErpTalk(): Promise<ErpTalk> {
  const [port, link] = await Promise.all([freePort(), openLink()]);
  const stage = await startBoth({
    OFFER_STAFF: "radu",
    ERP_WEBHOOK_URL: `http://127.0.0.1:${port}/cuplaj`,
    ERP_WEBHOOK_PRIVATE: "1",
    ERP_WEBHOOK_SECRET: secret,
  });
  const { product, browser } = stage;
  link.leadTo(Number(new URL(product.address).port));
  const token = await makeProgramToken(product, "nexus", "Nexus ERP");
  const said: string[] = [];
  const erp = new ErpSimulator({ origin: link.address, token, secret, port, say: (line) => said.push(line) });
  await erp.comeUp();
  const [ana, radu] = await Promise.all([signedIn(browser, product, "ana"), signedIn(browser, product, "radu")]);
  const people = [ana, radu];
  return {
    ...{ stage, erp, link, ana, radu, people, said },
    setPrice: (line, price) =>
      erp.change(number, (offer) => withLine(offer, line, (each) => ({ ...each, unit_price: price }))),
    decisions: () =>
      erp.decisions.map(({ type, line_id, version }) => `${version} ${type.slice("offer.line-".length)} ${line_id}`),
    decide: (what, code) =>
      lineOf(ana, code)
        .getByRole("button", { name: `${what} ${code}` })
        .click(),
    seen: async () => {
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
    },
    sayBetween: async (text) => {
      await say(radu, text);
      await bubbles(ana, text).waitFor();
    },
    end: async () => {
      await stage.browser.close();
      await erp.goDown();
      await link.close();
      await stage.product.stop();
    },
  };
}

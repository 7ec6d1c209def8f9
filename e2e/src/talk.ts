import { expect } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { bubbles, composer, messageList, openRoom, signedIn } from "./people.ts";
import { startBoth } from "./stage.ts";
import type { Product } from "./start-product.ts";

/** The room of offer 10001, with Ana on a link that can be cut and Radu connected directly. */
export interface Talk {
  readonly product: Product;
  readonly browser: Browser;
  readonly link: CuttableLink;
  readonly ana: Page;
  readonly radu: Page;
  readonly end: () => Promise<void>;
}

export async function startTalk(settings: Readonly<Record<string, string>> = {}): Promise<Talk> {
  const link = await openLink();
  const { product, browser } = await startBoth({ ALLOWED_ORIGINS: link.address, ...settings });
  link.leadTo(Number(new URL(product.address).port));
  const ana = await signedIn(browser, { ...product, address: link.address }, "ana");
  const radu = await signedIn(browser, product, "radu");
  await openRoom(ana, 10_001);
  await openRoom(radu, 10_001);
  const end = async (): Promise<void> => {
    await browser.close();
    await link.close();
    await product.stop();
  };
  return { product, browser, link, ana, radu, end };
}

export async function anotherTab(of: Page): Promise<Page> {
  const page = await of.context().newPage();
  await page.goto(new URL("/view/oferta.10001", of.url()).href);
  await composer(page).waitFor();
  await messageList(page).getByRole("article").last().waitFor();
  return page;
}

export async function holdUpSends(page: Page): Promise<void> {
  await page.context().route("**/api/v1/publish/**", (route) => route.abort("internetdisconnected"));
}

/** Makes IndexedDB hang in pages opened later, as if it were damaged. */
export async function hangDatabase(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(window, "indexedDB", { value: { open: () => new EventTarget() } });
  });
}

/** Freezes a page as a browser would. The returned function resumes it. */
export async function standStill(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Debugger.enable");
  const stopped = new Promise<void>((resolve) => session.once("Debugger.paused", () => resolve()));
  // This call resolves only once the page resumes.
  session.send("Runtime.evaluate", { expression: "debugger" }).catch(() => undefined);
  await stopped;
  return () => session.send("Debugger.resume");
}

export async function shownTexts(page: Page, words: string): Promise<string[]> {
  const texts = await bubbles(page, words).allInnerTexts();
  return texts.map((text) => new RegExp(`${words} \\d+`).exec(text)?.[0] ?? text);
}

export async function expectMessages(page: Page, words: string, messages: readonly string[]): Promise<void> {
  await expect.poll(() => shownTexts(page, words)).toEqual(messages);
}

export async function expectDraft(page: Page, text: string): Promise<void> {
  await expect.poll(() => composer(page).inputValue()).toBe(text);
}

export const waiting = (page: Page, text: string): Locator =>
  bubbles(page, text).getByText("Așteaptă serverul", { exact: true });

export const sent = (page: Page, text: string): Locator => bubbles(page, text).getByText(/^(?:Trimis|Citit)/);

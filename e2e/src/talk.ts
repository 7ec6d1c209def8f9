import { expect } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { bubbles, composer, messageList, openRoom, signedIn } from "./people.ts";
import { startBoth } from "./stage.ts";
import type { Product } from "./start-product.ts";

/** The room of offer 10001: Ana's browser reaches the product over a link that can be cut, Radu's directly. */
export interface Talk {
  readonly product: Product;
  readonly browser: Browser;
  readonly link: CuttableLink;
  readonly ana: Page;
  readonly radu: Page;
  readonly end: () => Promise<void>;
}

/** Starts product and browser, and signs both in. */
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

/** Another page of the same person, in the room of offer 10001. */
export async function anotherTab(of: Page): Promise<Page> {
  const page = await of.context().newPage();
  await page.goto(new URL("/view/oferta.10001", of.url()).href);
  await composer(page).waitFor();
  await messageList(page).getByRole("article").last().waitFor();
  return page;
}

/** Fails all publish calls of this person's pages; everything else still works. */
export async function holdUpSends(page: Page): Promise<void> {
  await page.context().route("**/api/v1/publish/**", (route) => route.abort("internetdisconnected"));
}

/** Has the database of a page to be opened never answer, as a damaged one does in some browsers. */
export async function hangDatabase(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(window, "indexedDB", { value: { open: () => new EventTarget() } });
  });
}

/** Stops all work of this page, as a freezing browser would; the result has it go on. */
export async function standStill(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Debugger.enable");
  const stopped = new Promise<void>((resolve) => session.once("Debugger.paused", () => resolve()));
  // Answered only when the page goes on.
  session.send("Runtime.evaluate", { expression: "debugger" }).catch(() => undefined);
  await stopped;
  return () => session.send("Debugger.resume");
}

/** The messages on a person's screen that hold these words and a number, oldest first. */
export async function shownTexts(page: Page, words: string): Promise<string[]> {
  const texts = await bubbles(page, words).allInnerTexts();
  return texts.map((text) => new RegExp(`${words} \\d+`).exec(text)?.[0] ?? text);
}

/** Waits until a person sees exactly these messages of these words, in this order. */
export async function expectMessages(page: Page, words: string, messages: readonly string[]): Promise<void> {
  await expect.poll(() => shownTexts(page, words)).toEqual(messages);
}

/** Waits until this stands in the open room's composer. */
export async function expectDraft(page: Page, text: string): Promise<void> {
  await expect.poll(() => composer(page).inputValue()).toBe(text);
}

/** The sign of a message that waits for the connection. */
export const waiting = (page: Page, text: string): Locator =>
  bubbles(page, text).getByText("Așteaptă serverul", { exact: true });

/** The sign of a stored message. */
export const sent = (page: Page, text: string): Locator => bubbles(page, text).getByText(/^(?:Trimis|Citit)/);

import type { Browser, Frame, FrameLocator, Page } from "playwright-core";
import { expect } from "vitest";
import { freshProfile } from "./browser.ts";
import type { Caller } from "./api-as.ts";
import type { HostSite } from "./host-site.ts";

export interface Reported {
  readonly action: string;
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export async function visit(browser: Browser, site: HostSite, path: string): Promise<Page> {
  const page = await (await freshProfile(browser)).newPage();
  await page.goto(site.origin + path);
  return page;
}
export const framed = (page: Page): FrameLocator => page.frameLocator("iframe");
export const frameOf = (page: Page): Frame => {
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error("the page has no frame");
  return frame;
};
export const list = (page: Page) => framed(page).getByRole("navigation", { name: /^(Discuții|Conversations)$/ });
export const reportedTo = (page: Page): Promise<readonly Reported[]> => page.evaluate("window.told");
export const actions = async (page: Page): Promise<readonly string[]> =>
  (await reportedTo(page)).map(({ action }) => action);
/** Sends a command through the loader. Returns "done", the state or an error code. */
export const ask = (page: Page, call: string): Promise<unknown> =>
  page.evaluate(`chat.${call}.then((state) => state ?? "done", (error) => error.code)`);
export const field = (page: Page) => framed(page).getByRole("textbox", { name: /^(Mesaj către|Message to)/ });
/** Signs in with a host token, as a host without `getToken` does. Returns what `ask` returns. */
export const signInBy = (page: Page, address: string, person: string): Promise<unknown> =>
  page.evaluate(
    `fetch("/token?sub=${person}&aud=${encodeURIComponent(address)}").then((answer) => answer.text()).then((token) => chat.signIn(token)).then(() => "done", (error) => error.code)`,
  );
/** The kind of the person in the frame; null if nobody is signed in. */
export const personOf = async (page: Page): Promise<unknown> =>
  ((await ask(page, "requestState()")) as { readonly user_type: string | null }).user_type;
export const storedToken = (page: Page): Promise<string | null> =>
  frameOf(page).evaluate(() => localStorage.getItem("token"));
/** Waits until a person of this kind is signed in. Returns the stored token. */
export async function sessionOf(page: Page, type: string): Promise<string | null> {
  await list(page).getByRole("link").first().waitFor();
  await expect.poll(() => personOf(page)).toBe(type);
  return await storedToken(page);
}
export const devicesOf = async (caller: Caller): Promise<number> =>
  (await caller.get<{ devices: readonly unknown[] }>("me/devices")).devices.length;

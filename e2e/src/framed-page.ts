import type { Browser, Frame, FrameLocator, Page } from "playwright-core";
import { expect } from "vitest";
import { freshProfile } from "./browser.ts";
import type { Caller } from "./api-as.ts";
import type { HostSite } from "./host-site.ts";

/** A message of the frame. */
export interface Reported {
  readonly action: string;
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Opens a page of a host, in a browser of its own. */
export async function visit(browser: Browser, site: HostSite, path: string): Promise<Page> {
  const page = await (await freshProfile(browser)).newPage();
  await page.goto(site.origin + path);
  return page;
}
/** The one frame of a host's page. */
export const framed = (page: Page): FrameLocator => page.frameLocator("iframe");
/** The same as a frame. */
export const frameOf = (page: Page): Frame => {
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error("the page has no frame");
  return frame;
};
/** The list of rooms in it. */
export const list = (page: Page) => framed(page).getByRole("navigation", { name: /^(Discuții|Conversations)$/ });
/** What the host was told, in order. */
export const reportedTo = (page: Page): Promise<readonly Reported[]> => page.evaluate("window.told");
/** The actions of that. */
export const actions = async (page: Page): Promise<readonly string[]> =>
  (await reportedTo(page)).map(({ action }) => action);
/** Asks the frame by the loader; answers "done", the state, or the code of what was in the way. */
export const ask = (page: Page, call: string): Promise<unknown> =>
  page.evaluate(`chat.${call}.then((state) => state ?? "done", (error) => error.code)`);
/** The composer in it. */
export const field = (page: Page) => framed(page).getByRole("textbox", { name: /^(Mesaj către|Message to)/ });
/** Signs in by a token of the host's server, as a host without `getToken` does; answers like `ask`. */
export const signInBy = (page: Page, address: string, person: string): Promise<unknown> =>
  page.evaluate(
    `fetch("/token?sub=${person}&aud=${encodeURIComponent(address)}").then((answer) => answer.text()).then((token) => chat.signIn(token)).then(() => "done", (error) => error.code)`,
  );
/** The realm of the frame's person, null for nobody. */
export const personOf = async (page: Page): Promise<unknown> =>
  ((await ask(page, "requestState()")) as { readonly user_type: string | null }).user_type;
/** The token that the frame stores. */
export const storedToken = (page: Page): Promise<string | null> =>
  frameOf(page).evaluate(() => localStorage.getItem("token"));
/** The same, once the frame's person is this. */
export async function sessionOf(page: Page, type: string): Promise<string | null> {
  await list(page).getByRole("link").first().waitFor();
  await expect.poll(() => personOf(page)).toBe(type);
  return await storedToken(page);
}
/** How many sessions a person has. */
export const devicesOf = async (caller: Caller): Promise<number> =>
  (await caller.get<{ devices: readonly unknown[] }>("me/devices")).devices.length;

import type { User } from "@cuplaj/protocol/participant.ts";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { sizes } from "./browser.ts";
import { emptyPage } from "./spare-pages.ts";
import type { Product } from "./start-product.ts";

export type DemoPerson = "ana" | "mihai" | "elena" | "radu" | "ioana" | "admin" | "mia" | "vlad";

const erpUsers: readonly DemoPerson[] = ["radu", "ioana", "admin"];

export const signInCallOf = (person: DemoPerson): "login" | "erp/login" =>
  erpUsers.includes(person) ? "erp/login" : "login";

/** Signs in over HTTP, in a fresh profile. The form has tests of its own. */
export async function signedIn(
  browser: Browser,
  product: Pick<Product, "address">,
  person: DemoPerson,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await emptyPage(browser, product.address, options);
  await storeSession(page, product.address, person);
  await page.goto(product.address);
  await roomList(page).getByRole("link").first().waitFor();
  return page;
}

interface Looks {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
}

/** Resets a shared page, by default to the home page, online, without interceptions, desk-sized and light. Costs half as much as `signedIn`. */
export async function startAgain(
  page: Page,
  { viewport = sizes.desk, colorScheme = "light" }: Looks = {},
): Promise<void> {
  const profile = page.context();
  for (const one of [profile, page]) await one.unrouteAll({ behavior: "ignoreErrors" });
  await profile.setOffline(false);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, forcedColors: "none" });
  await page.mouse.move(0, 0);
  await page.goto(new URL("/", page.url()).href);
  await roomList(page).getByRole("link").first().waitFor();
}

/** Signs in over HTTP, and stores the session as the page does (WEB-1, WEB-6). */
async function storeSession(page: Page, address: string, person: DemoPerson): Promise<void> {
  const response = await page.request.post(`${address}/api/v1/${signInCallOf(person)}`, {
    // The server derives the device's name from this header (ACC-3).
    headers: { "User-Agent": await page.evaluate(() => navigator.userAgent) },
    data: { username: person, password: "demo" },
    // Only the test's browser knows this certificate.
    ignoreHTTPSErrors: true,
  });
  if (!response.ok()) throw new Error(`${person} was not let in: ${response.status()} ${await response.text()}`);
  const { token, user } = (await response.json()) as { token: string; user: User };
  if (user.second_factor ?? user.has_temporary_password) throw new Error(`${person} has another step to take first`);
  const stored = {
    ...(erpUsers.includes(person) ? { "cuplaj.erp": "1" } : {}),
    "cuplaj.user": JSON.stringify(storedPerson(user)),
    token,
  };
  await page.evaluate((items) => {
    for (const [key, value] of items) localStorage.setItem(key, value);
  }, Object.entries(stored));
}

const storedPerson = ({ type, users_silenced, ...own }: User): object => ({
  ...own,
  kind: type,
  silenced: users_silenced.map(({ user_id: id, type: kind }) => ({ id, kind })),
});

export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel(/^(Utilizator|Username)$/).fill(username);
  await page.getByLabel(/^(Parolă|Password)$/).fill(password);
  await page.getByRole("button", { name: /^(Intră în cont|Sign in)$/ }).click();
}

export const roomList = (page: Page): Locator => page.getByRole("navigation", { name: /^(Discuții|Conversations)$/ });

export const roomRow = (page: Page, offer: number): Locator =>
  roomList(page).getByRole("link", { name: new RegExp(`(Oferta|Offer) ${offer}`) });

export const listedOffers = async (page: Page): Promise<number[]> => {
  const titles = await roomList(page).getByRole("link").allInnerTexts();
  return titles.map((title) => Number(/\d{5}/.exec(title)?.[0]));
};

export const composer = (page: Page): Locator => page.getByRole("textbox", { name: /^(Mesaj către|Message to)/ });

export const messageList = (page: Page): Locator => page.getByRole("region", { name: /^(Mesaje din|Messages in)/ });

export const bubbles = (page: Page, text: string): Locator =>
  messageList(page).getByRole("article").filter({ hasText: text });

export async function openRoom(page: Page, offer: number): Promise<void> {
  await roomRow(page, offer).click();
  await composer(page).waitFor();
  await messageList(page).getByRole("article").last().waitFor();
}

/** Waits until the page is connected, or disconnected, which the screen shows only later (CONN-5). */
export const awaitConnected = (page: Page, isConnected = true): Promise<void> =>
  page.locator('[data-connection="online"]').waitFor({ state: isConnected ? "attached" : "detached" });

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Contul tău,/ }).click();
  await page.getByRole("menuitem", { name: "Ieșire din cont" }).click();
}

/** Waits for six frames in a row in which nothing scrolls. */
export async function settled(page: Page): Promise<void> {
  await messageList(page).evaluate(
    (list) =>
      new Promise<void>((resolve) => {
        let last = NaN;
        let still = 0;
        const look = (): void => {
          const now = list.scrollTop + list.scrollHeight * 1e-9;
          still = now === last ? still + 1 : 0;
          last = now;
          if (still >= 6) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** Switches the language of all devices through the menu (ACC-2). */
export async function switchLanguage(page: Page, language: "Română" | "English"): Promise<void> {
  await page.getByRole("button", { name: /^(Contul tău|Your account),/ }).click();
  const saved = page.waitForResponse(
    (response) => response.url().endsWith("/api/v1/me") && response.request().method() === "PUT",
  );
  await page.getByRole("menuitemradio", { name: language }).click();
  await saved;
  await page.keyboard.press("Escape");
}

import type { BrowserContextOptions, Page } from "playwright-core";
import { emptyPage } from "./spare-pages.ts";
import { fillSignIn } from "./people.ts";
import type { Stage } from "./stage.ts";

export const section = (page: Page, name: string) => page.getByRole("radio", { name });
export const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });
export const dialog = (page: Page) => page.getByRole("dialog");

/** Opens the page of the demo's administrator, who is in no room. */
export async function signedInAsAdmin({ browser, product }: Stage, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await emptyPage(browser, product.address, options);
  await page.goto(`${product.address}/login?erp=1`);
  await fillSignIn(page, "admin", "demo");
  await page.getByRole("button", { name: /^(Contul tău|Your account),/ }).waitFor();
  return page;
}

export async function openAdministration(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Contul tău|Your account),/ }).click();
  await page.getByRole("menuitem", { name: /^(Administrare|Administration)$/ }).click();
  await page.getByRole("heading", { name: /^(Administrare|Administration)$/ }).waitFor();
  await row(page, "Ana").first().waitFor();
}

export async function openPerson(page: Page, name: string): Promise<void> {
  await row(page, name).getByRole("button").click();
  await dialog(page).getByRole("heading", { name }).waitFor();
}

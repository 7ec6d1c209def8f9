import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { fillSignIn, roomList } from "./people.ts";
import { emptyPage } from "./spare-pages.ts";
import type { Product } from "./start-product.ts";

export const accountDialog = (page: Page) => page.getByRole("dialog", { name: /^(Contul tău|Your account)$/ });

export async function openAccount(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Contul tău|Your account),/ }).click();
  await page.getByRole("menuitem", { name: /^(Contul tău|Your account)$/ }).click();
  await accountDialog(page)
    .getByText(/^(acest dispozitiv|this device)$/)
    .waitFor();
}

export async function signedInWith(
  { browser, product }: { readonly browser: Browser; readonly product: Product },
  username: string,
  password: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await emptyPage(browser, product.address, options);
  await page.goto(`${product.address}/login`);
  await fillSignIn(page, username, password);
  await roomList(page).getByRole("link").first().waitFor();
  return page;
}

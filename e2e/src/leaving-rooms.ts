import type { Page } from "playwright-core";

export async function leave(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Opțiunile discuției" }).press("Enter");
  await page.getByRole("menuitem", { name: "Ieși din discuție" }).press("Enter");
}

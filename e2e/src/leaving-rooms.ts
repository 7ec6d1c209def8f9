import type { Page } from "playwright-core";

/** Leaves the open room by keyboard. */
export async function leave(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Opțiunile discuției" }).press("Enter");
  await page.getByRole("menuitem", { name: "Ieși din discuție" }).press("Enter");
}

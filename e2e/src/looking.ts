import type { Page } from "playwright-core";

export async function look(page: Page, isLooking: boolean): Promise<void> {
  await page.evaluate((isVisible) => {
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => (isVisible ? "visible" : "hidden"),
    });
    document.hasFocus = () => isVisible;
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event(isVisible ? "focus" : "blur"));
  }, isLooking);
}

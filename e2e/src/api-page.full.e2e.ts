import { describe, expect, test } from "vitest";
import { freshProfile, sizes } from "./browser.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly webhooks: object;
}

describe("the API page", () => {
  test.each([
    ["a desk", sizes.desk, "light"],
    ["a phone", sizes.phone, "dark"],
  ] as const)(
    "[DOC-4] shows calls, events and prose on %s, only from this server",
    async (_where, viewport, colorScheme) => {
      const isMobile = viewport === sizes.phone;
      const page = await (await freshProfile(browser, { viewport, isMobile, colorScheme })).newPage();
      const problems: string[] = [];
      page.on("console", (said) => void (said.type() === "error" && problems.push(said.text())));
      page.on("request", (request) => {
        const isForeign = !request.url().startsWith(product.address) && !request.url().startsWith("data:");
        if (isForeign) problems.push(request.url());
      });
      await page.goto(`${product.address}/api/docs`);
      for (const title of ["First steps", "Files", "Live events", "Catching up", "Programs that write offers"])
        await page.getByRole("heading", { name: title, exact: true }).waitFor();
      const { paths, webhooks } = (await (
        await page.request.get(`${product.address}/api/v1/openapi.json`)
      ).json()) as Document;
      const calls = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
      await expect.poll(() => page.locator(".opblock").count()).toBe(calls + Object.keys(webhooks).length);
      await page.locator(".opblock-summary-operation-id", { hasText: "storeOffer" }).waitFor();
      const contents = page.getByRole("navigation", { name: "Contents" });
      await contents.getByRole("link", { name: "Live events" }).click();
      await expect
        .poll(() =>
          page
            .getByRole("heading", { name: "Live events", exact: true })
            .evaluate((e) => e.getBoundingClientRect().top),
        )
        .toBeLessThan(viewport.height);
      await contents.getByRole("link", { name: "offers", exact: true }).waitFor();
      await page
        .getByRole("button", { name: /Publish a message/ })
        .first()
        .click();
      await page.getByText("Retry-After").first().waitFor();
      const background = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      expect(background).toBe(colorScheme === "dark" ? "rgb(28, 32, 34)" : "rgb(250, 250, 250)");
      const widths = await page.evaluate(
        "[document.documentElement.clientWidth, document.documentElement.scrollWidth]",
      );
      expect(widths).toEqual([viewport.width, viewport.width]);
      expect(problems).toEqual([]);
    },
  );
});

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { actions, ask, field, framed, list, visit } from "./framed-page.ts";
import { loaderPage } from "./host-site.ts";
import { startHostStage } from "./host-stage.ts";

const { browser, address, hosts } = await startHostStage({ shop: "localhost" });
const { shop } = hosts;
shop.pages.set(
  "/searching",
  `${loaderPage(address, null)}<script>
  window.lost = 0;
  document.querySelector("#shop").focus();
  document.querySelector("#shop").addEventListener("blur", () => { lost += 1; });
</script>`,
);

const active = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.tagName ?? "");

test("[EMB-5c][EMB-5d] the frame never takes the focus by itself, and Escape and F6 leave it", async () => {
  const page = await visit(browser, shop, "/");
  await page.locator("#shop").focus();
  await page.locator("#shop").pressSequentially("disc");
  await framed(page).getByLabel("Utilizator").waitFor();
  await expect.poll(() => actions(page)).toContain("ready");
  expect(await active(page)).toBe("INPUT");
  for (const key of ["Escape", "F6"]) {
    await framed(page).getByLabel("Utilizator").click();
    expect(await active(page)).toBe("IFRAME");
    await page.keyboard.press(key);
    await expect.poll(() => active(page)).toBe("BODY");
  }
  await page.context().close();
});

test("[EMB-5c] the frame takes no focus even before the embedding code has loaded", async () => {
  const page = await visit(browser, shop, "/plain");
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route("**/assets/host-runners*", async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await page.goto(`${shop.origin}/searching`);
  await asked.promise;
  await framed(page).getByLabel("Utilizator").waitFor();
  await page.keyboard.type("disc de frână");
  expect([await page.locator("#shop").inputValue(), await page.evaluate("lost")]).toEqual(["disc de frână", 0]);
  held.resolve();
  await expect.poll(() => actions(page)).toContain("ready");
  await page.context().close();
});

test("[EMB-5c][EMB-6b][EMB-4c] a question caused by the host takes no focus, waits for its answer, and the answer reaches the host", async () => {
  const page = await visit(browser, shop, "/ana");
  await list(page).getByRole("link").first().waitFor();
  expect(await ask(page, "openOffer(10001)")).toBe("done");
  await field(page).fill("Aveți și");
  await page.locator("#shop").click();
  const answer = ask(page, "signOut()");
  const dialog = framed(page).getByRole("dialog", { name: "Ciorne netrimise" });
  await dialog.waitFor();
  await page.keyboard.type("disc");
  expect([await active(page), await page.locator("#shop").inputValue()]).toEqual(["INPUT", "disc"]);
  expect(await answer).toBe("busy");
  await dialog.getByRole("button", { name: "Rămân" }).click();
  await expect.poll(() => actions(page)).toContain("error");
  expect(await ask(page, "requestState()")).toMatchObject({ signed_in: true });
  await page.context().close();
});

import { describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { freshProfile } from "./browser.ts";
import { plainPage } from "./host-site.ts";
import { hostilePage, sayGarbage, showBeside } from "./hostile-host.ts";
import { startHostStage } from "./host-stage.ts";
import { actions, ask, devicesOf, field, framed, frameOf, list, visit } from "./framed-page.ts";

const { product, browser, address, hosts } = await startHostStage({ shop: "localhost", neighbour: "127.0.0.1" });
const { shop, neighbour } = hosts;

describe("other pages", () => {
  test("[EMB-1] a listed page frames no other address", async () => {
    const page = await visit(browser, shop, "/ana");
    await list(page).getByRole("link").first().waitFor();
    await page.evaluate(`document.querySelector("iframe").src = "${address}/login"`);
    await expect.poll(() => frameOf(page).url()).toMatch(/^chrome-error:/u);
    await page.context().close();
  });

  test("[EMB-4a] ignores garbage from the host, and from a hostile frame of another listed origin that impersonates host and frame", async () => {
    neighbour.pages.set("/hostile", hostilePage);
    const page = await visit(browser, shop, "/ana");
    await list(page).getByRole("link").first().waitFor();
    await page.evaluate(`(${showBeside})("${neighbour.origin}/hostile")`);
    await page.evaluate(`(${sayGarbage})()`);
    const hostile = () => page.evaluate("window.hostile ?? { times: 0 }") as Promise<{ readonly times: number }>;
    await expect.poll(async () => (await hostile()).times).toBeGreaterThan(5);
    expect(await hostile()).toMatchObject({ got: 0 });
    expect(await ask(page, "requestState()")).toMatchObject({ signed_in: true });
    expect(await actions(page)).not.toContain("signedOut");
    expect(await ask(page, "openOffer(10001)")).toBe("done");
    await page.context().close();
  });

  test("[EMB-5g] with storage and cookies blocked by the browser the host signs in, and again after a reload, which ends the earlier session", async () => {
    const profile = await freshProfile(browser);
    await profile.addInitScript(() => {
      const blocked = {
        get: () => {
          throw new DOMException("blocked", "SecurityError");
        },
      };
      for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
        Object.defineProperty(window, name, blocked);
      Object.defineProperty(document, "cookie", blocked);
    });
    const page = await profile.newPage();
    await page.goto(`${shop.origin}/ana`);
    await list(page).getByRole("link").first().waitFor();
    expect(await ask(page, "openOffer(10001)")).toBe("done");
    await field(page).fill("fără stocare");
    await field(page).press("Enter");
    await framed(page).getByRole("article").filter({ hasText: "fără stocare" }).waitFor();
    const ana = await apiAs(product, "ana");
    const before = await devicesOf(ana);
    await frameOf(page).evaluate(() => location.reload());
    await framed(page).getByRole("article").filter({ hasText: "fără stocare" }).waitFor();
    await expect.poll(() => devicesOf(ana)).toBe(before);
    await page.goto("about:blank");
    await expect.poll(() => devicesOf(ana)).toBe(before - 1);
  });

  test("[EMB-5g] a sandboxed frame works with scripts, forms and its own origin", async () => {
    shop.pages.set("/sandboxed", plainPage(address, 'sandbox="allow-scripts allow-same-origin allow-forms"'));
    const page = await visit(browser, shop, "/sandboxed");
    await framed(page).getByLabel("Utilizator").fill("ana");
    await framed(page).getByLabel("Parolă").fill("demo");
    await framed(page).getByRole("button", { name: "Intră în cont" }).click();
    await list(page).getByRole("link").first().waitFor();
    await page.context().close();
  });
});

test("[EMB-4d] destroy removes the frame and fails pending commands", async () => {
  const page = await visit(browser, shop, "/ana");
  await list(page).getByRole("link").first().waitFor();
  expect(
    await page.evaluate("{ const asked = chat.signOut().catch((error) => error.code); chat.destroy(); asked; }"),
  ).toBe("destroyed");
  await expect.poll(() => page.frames().length).toBe(1);
  expect(await ask(page, "requestState()")).toBe("destroyed");
  await page.context().close();
});

import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { freshProfile } from "./browser.ts";
import { hostilePage, plainPage } from "./host-site.ts";
import { startHostStage } from "./host-stage.ts";
import { actions, ask, devicesOf, field, framed, frameOf, list, reportedTo, visit } from "./framed-page.ts";

const { product, browser, address, hosts } = await startHostStage(
  { shop: "localhost", neighbour: "127.0.0.1", stranger: "localhost" },
  (name, origin) => (name === "stranger" ? null : origin),
);
const { shop, neighbour, stranger } = hosts;

describe("others", () => {
  test("[EMB-1][EMB-4i] a page that is not listed shows no frame and is told nothing, and what it asks fails", async () => {
    const page = await visit(browser, stranger, "/ana");
    await expect.poll(() => frameOf(page).url()).toMatch(/^chrome-error:/u);
    expect(await reportedTo(page)).toEqual([]);
    expect(await ask(page, "openOffer(10001)")).toBe("no_answer");
    expect((await reportedTo(page)).map(({ payload }) => payload)).toEqual([{ code: "no_answer" }]);
    await page.context().close();
  });

  test("[EMB-1] a listed page frames no other address", async () => {
    const page = await visit(browser, shop, "/ana");
    await list(page).getByRole("link").first().waitFor();
    await page.evaluate(`document.querySelector("iframe").src = "${address}/login"`);
    await expect.poll(() => frameOf(page).url()).toMatch(/^chrome-error:/u);
    await page.context().close();
  });

  test("[EMB-4a] garbage of the host changes nothing, nor does a hostile frame beside it, of another listed origin, that speaks as the host and as the frame", async () => {
    neighbour.pages.set("/hostile", hostilePage);
    const page = await visit(browser, shop, "/ana");
    await list(page).getByRole("link").first().waitFor();
    await page.evaluate(`{
      const beside = document.createElement("iframe");
      beside.src = "${neighbour.origin}/hostile";
      document.body.append(beside);
      const hello = { source: "cuplaj", version: 1, action: "hello", id: "1", ts: "x", payload: { nonce: "n" } };
      const odd = [null, 7, "garbage", [], {}, { ...hello, version: 2 }, { ...hello, payload: null }, { ...hello, source: "chat" },
        { ...hello, payload: { nonce: "x".repeat(1e6) } }, new Map(), { ...hello, action: "signOut", payload: {} }];
      for (const data of odd) frames[0].postMessage(data, "*");
    }`);
    const hostileFrame = (): Frame | undefined => page.frames().find((frame) => frame.url().endsWith("/hostile"));
    await expect.poll(() => hostileFrame()?.evaluate("typeof got")).toBe("object");
    const hostile = hostileFrame();
    expect(await ask(page, "requestState()")).toMatchObject({ signed_in: true });
    await expect.poll(() => hostile?.evaluate("times")).toBeGreaterThan(5);
    expect(await hostile?.evaluate("got")).toEqual([]);
    expect(await actions(page)).not.toContain("signedOut");
    expect(await ask(page, "openOffer(10001)")).toBe("done");
    await page.context().close();
  });

  test("[EMB-5g] where the browser blocks storage and cookies the host signs in all the same, and again after a reload, which ends the session of before", async () => {
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
    await page.context().close();
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

test("[EMB-4e] destroyed, the frame is gone and what was asked fails", async () => {
  const page = await visit(browser, shop, "/ana");
  await list(page).getByRole("link").first().waitFor();
  expect(
    await page.evaluate("{ const asked = chat.signOut().catch((error) => error.code); chat.destroy(); asked; }"),
  ).toBe("destroyed");
  await expect.poll(() => page.frames().length).toBe(1);
  expect(await ask(page, "requestState()")).toBe("destroyed");
  await page.context().close();
});

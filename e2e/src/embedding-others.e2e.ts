import type { Frame } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { freshProfile } from "./browser.ts";
import { embedSecret, loaderPage, plainPage, startHostSite } from "./host-site.ts";
import { ask, field, framed, frameOf, list, reportedTo, visit } from "./framed-page.ts";
import { startStage } from "./stage.ts";

const shop = await startHostSite("localhost");
const neighbour = await startHostSite("127.0.0.1");
const stranger = await startHostSite("localhost");
const { product, browser } = await startStage({
  EMBED_ORIGINS: `${shop.origin},${neighbour.origin}`,
  EMBED_SECRET: embedSecret,
});
const { address } = product;
afterAll(() => Promise.all([shop, neighbour, stranger].map((site) => site.stop())));

for (const site of [shop, neighbour, stranger]) {
  for (const person of ["ana", "radu", "nimeni"]) site.pages.set(`/${person}`, loaderPage(address, person));
  site.pages.set("/", loaderPage(address, null));
  site.pages.set("/plain", plainPage(address));
}

describe("others", () => {
  test("[EMB-1] a page that is not listed shows no frame and is told nothing", async () => {
    const page = await visit(browser, stranger, "/ana");
    await expect.poll(() => frameOf(page).url()).toMatch(/^chrome-error:/u);
    expect(await reportedTo(page)).toEqual([]);
    await page.context().close();
  });

  test("[EMB-1] a listed page frames no other address", async () => {
    const page = await visit(browser, shop, "/ana");
    await list(page).getByRole("link").first().waitFor();
    await page.evaluate(`document.querySelector("iframe").src = "${address}/login"`);
    await expect.poll(() => frameOf(page).url()).toMatch(/^chrome-error:/u);
    await page.context().close();
  });

  test("[EMB-4a] garbage of the host and a hello of a hostile frame beside it change nothing", async () => {
    stranger.pages.set(
      "/hostile",
      `<script>
        window.got = [];
        addEventListener("message", ({ data }) => got.push(data));
        setInterval(() => parent.frames[0].postMessage({ source: "cuplaj", version: 1, action: "hello", id: "1", ts: "x", payload: { nonce: "evil" } }, "*"), 50);
      </script>`,
    );
    const page = await visit(browser, shop, "/ana");
    await list(page).getByRole("link").first().waitFor();
    await page.evaluate(`{
      const beside = document.createElement("iframe");
      beside.src = "${stranger.origin}/hostile";
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
    expect(await hostile?.evaluate("got")).toEqual([]);
    expect(await ask(page, "openOffer(10001)")).toBe("done");
    await page.context().close();
  });

  test("[EMB-5g] where the browser blocks storage and cookies the host signs in all the same, and again after a reload", async () => {
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
    await frameOf(page).evaluate(() => location.reload());
    await framed(page).getByRole("article").filter({ hasText: "fără stocare" }).waitFor();
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

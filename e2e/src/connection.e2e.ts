import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBrowser } from "./browser.ts";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { bubbles, openRoom, say, signedIn } from "./people.ts";
import { type Product, startProduct } from "./start-product.ts";

describe("when the connection goes and comes back", () => {
  let product: Product;
  let browser: Browser;
  /** Ana's bad signal: her browser reaches the product through it. */
  let link: CuttableLink;
  let ana: Page;
  let radu: Page;

  beforeAll(async () => {
    link = await openLink();
    [product, browser] = await Promise.all([startProduct({ ALLOWED_ORIGINS: link.address }), startBrowser()]);
    link.leadTo(Number(new URL(product.address).port));
    ana = await signedIn(browser, { ...product, address: link.address }, "ana");
    radu = await signedIn(browser, product, "radu");
    await openRoom(ana, 10_001);
    await openRoom(radu, 10_001);
  });
  afterAll(async () => {
    await browser.close();
    await link.close();
    await product.stop();
  });

  const state = (page: Page, words: string) => page.getByRole("img", { name: words, exact: true });

  test("[CONN-2] the page is back within two seconds of a crashed server's return", async () => {
    await state(ana, "Conectat").waitFor();
    await product.crashAndRestart(async () => {
      await state(ana, "Conectat").waitFor({ state: "detached" });
    });
    const returnedAt = Date.now();
    await state(ana, "Conectat").waitFor();
    expect(Date.now() - returnedAt).toBeLessThan(2000);
  });

  test("[RUN-4a] after the crash both still talk, and what was said before is there", async () => {
    await state(radu, "Conectat").waitFor();
    await say(radu, "Am revenit după pană.");
    await bubbles(ana, "Am revenit după pană.").waitFor();
  });

  test("[CONN-1a] a page that is offline says so after five seconds, and catches up when it is back", async () => {
    link.cut();
    await ana.getByText(/Fără conexiune la server/).waitFor({ timeout: 20_000 });
    await say(radu, "Scris cât erai offline.");
    await bubbles(radu, "Scris cât erai offline.").waitFor();
    link.mend();
    await bubbles(ana, "Scris cât erai offline.").waitFor();
    expect(await bubbles(ana, "Scris cât erai offline.").count()).toBe(1);
    await ana.getByText(/Fără conexiune la server/).waitFor({ state: "detached" });
  });

  test("[MSG-2a] a message that could not be sent waits with its text and goes out once, by itself", async () => {
    link.cut();
    await say(ana, "Trimis din hală, fără semnal");
    await bubbles(ana, "Trimis din hală, fără semnal")
      .getByText("Așteaptă serverul", { exact: true })
      .waitFor({ timeout: 30_000 });
    link.mend();
    await bubbles(radu, "Trimis din hală, fără semnal").waitFor();
    expect(await bubbles(radu, "Trimis din hală, fără semnal").count()).toBe(1);
    expect(await bubbles(ana, "Trimis din hală, fără semnal").count()).toBe(1);
  });
});

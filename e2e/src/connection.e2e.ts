import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sizes } from "./browser.ts";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { awaitConnected, bubbles, composer, messageList, openRoom, say, signedIn } from "./people.ts";
import { startBoth } from "./stage.ts";
import type { Product } from "./start-product.ts";

describe("when the connection goes and comes back", () => {
  let product: Product;
  let browser: Browser;
  /** Ana's bad signal: her browser reaches the product through it. */
  let link: CuttableLink;
  let ana: Page;
  let radu: Page;

  beforeAll(async () => {
    link = await openLink();
    ({ product, browser } = await startBoth({ ALLOWED_ORIGINS: link.address }));
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

  const banner = (page: Page) => page.getByText("Fără conexiune. Poți scrie: mesajele pleacă singure când revine.");

  test("[CONN-2] the page is back within two seconds of a crashed server's return", async () => {
    await awaitConnected(ana);
    await product.crashAndRestart(async () => {
      await awaitConnected(ana, false);
    });
    const returnedAt = Date.now();
    await awaitConnected(ana);
    expect(Date.now() - returnedAt).toBeLessThan(2000);
  });

  test("[RUN-4a] after the crash both still talk, and what was said before is there", async () => {
    await awaitConnected(radu);
    await say(radu, "Am revenit după pană.");
    await bubbles(ana, "Am revenit după pană.").waitFor();
  });

  test("[CONN-1a] a page that is offline says so after five seconds, and catches up when it is back", async () => {
    link.cut();
    await banner(ana).waitFor({ timeout: 20_000 });
    await say(radu, "Scris cât erai offline.");
    await bubbles(radu, "Scris cât erai offline.").waitFor();
    link.mend();
    await bubbles(ana, "Scris cât erai offline.").waitFor();
    expect(await bubbles(ana, "Scris cât erai offline.").count()).toBe(1);
    await banner(ana).waitFor({ state: "detached" });
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

  test("[CONN-4][CONN-4a] on a dead network the banner shows within 5 s of a send, and what was sent goes out when the network is back", async () => {
    await awaitConnected(ana);
    link.swallow();
    const sentAt = Date.now();
    await say(ana, "Scris pe o rețea moartă");
    await banner(ana).waitFor();
    expect(Date.now() - sentAt).toBeLessThan(5000);
    link.mend();
    await bubbles(radu, "Scris pe o rețea moartă").waitFor({ timeout: 40_000 });
    await awaitConnected(ana);
    expect(await bubbles(radu, "Scris pe o rețea moartă").count()).toBe(1);
  });

  test("[CONN-5][CONN-5a] the banner comes and goes without moving anything, and takes no press but its own", async () => {
    await banner(ana).waitFor({ state: "detached" });
    const boxes = () => Promise.all([composer(ana).boundingBox(), messageList(ana).boundingBox()]);
    const before = await boxes();
    link.cut();
    await banner(ana).waitFor();
    expect(await boxes()).toEqual(before);
    const style = (selector: string) =>
      banner(ana).evaluate((node, s) => getComputedStyle(node.closest(s)!).pointerEvents, selector);
    expect(await style("[role=status]")).toBe("none");
    await ana.context().setOffline(true);
    await ana.getByText("Fără internet. Poți scrie: mesajele pleacă singure când revine.").waitFor();
    await ana.context().setOffline(false);
    await ana.getByRole("button", { name: "Încearcă acum" }).click();
    link.mend();
    await banner(ana).waitFor({ state: "detached", timeout: 20_000 });
  });

  test.each([
    [844, 390],
    [360, 390],
    [320, 300],
    [1440, 900],
  ])("[CONN-5b] a toast and the banner stand apart in a window of %i x %i", async (width, height) => {
    await awaitConnected(ana);
    link.cut();
    await banner(ana).waitFor();
    await ana.setViewportSize({ width, height });
    await ana.getByRole("button", { name: "Opțiunile discuției" }).press("Enter");
    await ana.getByRole("menuitem", { name: "Ieși din discuție" }).press("Enter");
    const toast = ana.getByRole("status").filter({ hasText: "Ai ieșit din" });
    const [above, below] = [await toast.boundingBox(), await banner(ana).locator("..").boundingBox()];
    expect(above !== null && below !== null && above.y + above.height <= below.y).toBe(true);
    await ana.keyboard.press("Control+z");
    await composer(ana).waitFor();
    await ana.setViewportSize(sizes.desk);
    link.mend();
    await awaitConnected(ana);
  });

  test("[CONN-4] with nobody sending, a dead network is found within 31 s", async () => {
    await awaitConnected(ana);
    link.swallow();
    const diedAt = Date.now();
    await banner(ana).waitFor({ timeout: 40_000 });
    expect(Date.now() - diedAt).toBeLessThan(31_000);
    link.mend();
    await awaitConnected(ana);
  });
});

import { describe, expect, test } from "vitest";
import { signedInAsAdmin } from "./administering.ts";
import { freshProfile, sizes } from "./browser.ts";
import { complaintsOf, paintShell, shellWords } from "./first-shell.ts";
import { roomRow, signedIn } from "./people.ts";
import { holdCode } from "./slow-network.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

describe("the first paint", () => {
  test("[PERF-1b] a guest sees the document's own shell, which a slow link brings within 1 s", async () => {
    const page = await (await freshProfile(browser)).newPage();
    const complaints = complaintsOf(page);
    const loadRest = await paintShell(page, product.address);
    expect(await shellWords(page)).toEqual(["Cuplaj"]);
    loadRest();
    await page.getByLabel("Utilizator").waitFor();
    expect(await page.locator("#shell").isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  test("[PERF-1] the sign-in page loads nothing of conversations", async () => {
    const page = await (await freshProfile(browser)).newPage();
    await page.goto(`${product.address}/login`);
    await page.getByLabel("Utilizator").waitFor();
    await page.waitForLoadState("networkidle");
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
    );
    expect(scripts).toContainEqual(expect.stringMatching(/^\/assets\/sign-in-.*\.js$/u));
    expect(scripts.filter((path) => /^\/assets\/(?:list|conversation|ahead)-/u.test(path))).toEqual([]);
  });

  test("[PERF-1f] shows the shell while the next screen's code loads", async () => {
    const page = await signedInAsAdmin({ browser, product });
    const shell = page.locator("#shell");
    expect(await shell.isVisible()).toBe(false);
    const release = await holdCode(page, "admin-screen");
    await page.goto(`${product.address}/view/oferta.10001`);
    await expect.poll(() => page.title()).toMatch(/Oferta 10001/);
    await page.getByRole("button", { name: /^Contul tău,/ }).click();
    await page.getByRole("menuitem", { name: "Administrare" }).click();
    await shell.waitFor();
    expect(await page.title()).not.toContain("Oferta");
    // If the shell is on screen, hiding it changes the picture.
    const drawn = await page.screenshot();
    await shell.evaluate((mark) => mark.style.setProperty("visibility", "hidden"));
    expect(drawn.equals(await page.screenshot())).toBe(false);
    await page.goBack();
    await page.getByRole("button", { name: /^Contul tău,/ }).waitFor();
    await expect.poll(() => page.title()).toMatch(/Oferta 10001/);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe("Cuplaj");
    await page.goForward();
    await page.locator("[data-between]").waitFor({ state: "attached" });
    release();
    await shell.waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: "Administrare" }).waitFor();
    expect([await page.title(), await focused()]).toEqual(["Administrare · Cuplaj", "Administrare"]);
  });

  test("[PERF-1j] a link to a conversation on a phone shows its shell, then its skeleton until its code has loaded", async () => {
    const page = await signedIn(browser, product, "ana", { viewport: sizes.phone, hasTouch: true, isMobile: true });
    const [showList, release] = [await holdCode(page, "list"), await holdCode(page, "conversation")];
    await page.goto(`${product.address}/view/oferta.10001`, { waitUntil: "commit" });
    await expect.poll(() => page.locator("#shell").isVisible()).toBe(true);
    expect(await shellWords(page)).toEqual([]);
    showList();
    await page.getByRole("button", { name: "La lista de discuții" }).waitFor();
    await page.getByRole("status").filter({ hasText: "Se încarcă mesajele" }).waitFor();
    expect(await page.locator("#shell").isVisible()).toBe(false);
    expect(await page.getByRole("link", { name: /Oferta/ }).count()).toBe(0);
    release();
    await page.getByRole("heading", { name: "Oferta 10001" }).waitFor();
  });

  test("[PERF-1j] the list does not wait for the conversation's code", async () => {
    const page = await signedIn(browser, product, "ana");
    const release = await holdCode(page, "conversation");
    await page.goto(`${product.address}/view/oferta.10001`);
    await roomRow(page, 10001).waitFor();
    await page.getByRole("status").filter({ hasText: "Se încarcă mesajele" }).waitFor();
    release();
    await page.getByRole("article").first().waitFor();
  });

  test("[PERF-1h] sends the first calls before the page's code has loaded, and not again", async () => {
    const page = await signedIn(browser, product, "ana");
    const release = await holdCode(page, "first");
    const calls: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() === "GET" && pathname.startsWith("/api/")) calls.push(pathname + search);
    });
    await page.goto(`${product.address}/view/oferta.10001`, { waitUntil: "commit" });
    const first = ["settings", "me", "all/1?filter=all", "chat/oferta.10001"].map((path) => `/api/v1/${path}`);
    const history = expect.stringMatching(/^\/api\/v1\/chat\/\d+\/1/u);
    await expect.poll(() => calls).toEqual([...first, history]);
    const early = [...calls];
    release();
    await page.getByRole("article").first().waitFor();
    await roomRow(page, 10001).waitFor();
    expect(calls.slice(early.length).filter((call) => early.includes(call))).toEqual([]);
  });

  test("[WEB-9b] code that is missing takes no screen away, raises one alert, and works once it is back", async () => {
    const page = await signedIn(browser, product, "ana");
    const ahead = /\/assets\/ahead-/u;
    await page.route(ahead, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${product.address}/view/oferta.10001`);
    await page.getByText("O parte din aplicație nu s-a încărcat").waitFor();
    await page.getByRole("article").last().waitFor();
    await roomRow(page, 10001).waitFor();
    await page.unroute(ahead);
    await page.getByRole("button", { name: /^Contul tău,/u }).click();
    await page.getByRole("menu").waitFor();
  });

  test.each([
    ["messages", /\/api\/v1\/chat\/\d+\/1/u],
    ["code", /\/assets\/conversation-.*\.js/u],
  ])("[PERF-1i] preloads nothing before the first messages are drawn, with late %s", async (_what, late) => {
    const page = await signedIn(browser, product, "ana");
    const held = Promise.withResolvers<void>();
    await page.route(late, async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked: string[] = [];
    await page.goto("about:blank");
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const ahead = (): readonly string[] => asked.filter((path) => /^\/assets\/(?:ahead|en|runners)-/u.test(path));
    await page.goto(`${product.address}/view/oferta.10001`);
    await roomRow(page, 10001).waitFor();
    await page.evaluate(
      () => new Promise((idle) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(idle)))),
    );
    expect(ahead()).toEqual([]);
    held.resolve();
    await page.getByRole("article").first().waitFor();
    await expect.poll(() => ahead().length).toBe(3);
  });
});

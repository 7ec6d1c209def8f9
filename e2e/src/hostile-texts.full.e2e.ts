import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile } from "./browser.ts";
import { bubbles, composer, openRoom, say, signedIn } from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage({ LIMITS: "off" });

describe("hostile texts", () => {
  let ana: Page;
  let radu: Page;

  beforeAll(async () => {
    ana = await signedIn(browser, product, "ana");
    radu = await signedIn(browser, product, "radu");
    await openRoom(ana, 10_003);
    await openRoom(radu, 10_003);
  });

  test("[SEC-13][SEC-13b] a paste from a table loses invisible characters and is sent; invisible text cannot be sent", async () => {
    await composer(radu).fill("Discuri\u000b1K0 615 399 ZZ\u0007\tpreț 120");
    await composer(radu).press("Enter");
    await bubbles(ana, "Discuri").getByText("Discuri\n1K0 615 399 ZZ\tpreț 120").waitFor();
    await composer(radu).fill("\u200b\u3164");
    await composer(radu).press("Enter");
    await expect.poll(() => composer(radu).inputValue()).toBe("");
  });

  test("[SEC-13g] piled-up marks stay inside their bubble", async () => {
    await say(radu, `Turn de semne ${("e" + "\u0301\u0300".repeat(4)).repeat(400)}`);
    const bubble = bubbles(ana, "Turn de semne").locator("[data-bubble]");
    await bubble.waitFor();
    expect(await bubble.evaluate((element) => getComputedStyle(element).overflow)).toBe("clip");
  });

  test("[SEC-11] a link to /logout deletes nothing before the question is answered, and refusing opens the home page", async () => {
    await composer(ana).fill("ciorna mea");
    await ana.goto(`${product.address}/logout`);
    const question = ana.getByRole("heading", { name: "Ieși din cont?" });
    await expect.poll(() => question.evaluate((element) => element === document.activeElement)).toBe(true);
    await ana.getByText("Ești în cont ca").waitFor();
    expect(await axeFindings(ana)).toEqual([]);
    await ana.keyboard.press("Escape");
    await expect.poll(() => new URL(ana.url()).pathname).toBe("/");
    await openRoom(ana, 10_003);
    await expect.poll(() => composer(ana).inputValue()).toBe("ciorna mea");
    await composer(ana).fill("");
  });

  test("[WEB-1] the browser stores only what is listed", async () => {
    const keys = await ana.evaluate(() => ({
      local: Object.keys(localStorage).map((key) => key.replaceAll(/\d+/gu, "N")),
      session: Object.keys(sessionStorage),
      cookies: document.cookie,
    }));
    expect(keys.local.filter((key) => !/^(?:token|language|notifications|cuplaj\.[a-z.N-]+)$/u.test(key))).toEqual([]);
    expect(keys).toMatchObject({ session: [], cookies: "" });
  });

  test("[EMB-1] other pages cannot frame ours", async () => {
    const page = await (await freshProfile(browser)).newPage();
    await page.route("https://host.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="${product.address}/login"></iframe>` }),
    );
    await page.goto("https://host.example/");
    await expect.poll(() => page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
  });
});

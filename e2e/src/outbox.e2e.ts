import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshProfile, startBrowser } from "./browser.ts";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { bubbles, composer, fillSignIn, messageList, openRoom, roomList, roomRow, say, signedIn } from "./people.ts";
import { type Product, startProduct } from "./start-product.ts";

/** How long a page that is back may take to reconnect, catch up and send, ms. */
const backMs = 30_000;

describe("what is written reaches the others once, whatever happens on the way", () => {
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

  /** The texts of the last messages at somebody's, oldest first, as far as they hold a word. */
  const told = async (page: Page, word: string): Promise<string[]> => {
    const texts = await bubbles(page, word).allInnerTexts();
    return texts.map((text) => new RegExp(`${word}[ \\d]*\\d`).exec(text)?.[0] ?? text);
  };

  const waiting = (page: Page, text: string) => bubbles(page, text).getByText("Așteaptă conexiunea", { exact: true });

  /** Another page of Ana's, in the profile where she is signed in. */
  async function anotherTab(): Promise<Page> {
    const page = await ana.context().newPage();
    await page.goto(`${link.address}/view/oferta.10001`);
    await composer(page).waitFor();
    await messageList(page).getByRole("article").last().waitFor();
    return page;
  }

  test("[SEND-1] a message shows as sending at once and as sent when the server has it", async () => {
    await say(ana, "Prima din outbox");
    await bubbles(ana, "Prima din outbox")
      .getByText(/^(Trimis|Citit)$/)
      .waitFor();
    await bubbles(radu, "Prima din outbox").waitFor();
    expect(await bubbles(ana, "Prima din outbox").count()).toBe(1);
  });

  test("[WEB-5] written offline, over a reload and a closed tab: each is there once and in order", async () => {
    // The page itself still comes, as from a cache; what it asks of the server does not.
    await ana.context().route("**/api/v1/publish/**", (route) => route.abort("internetdisconnected"));
    for (const n of [1, 2, 3]) await say(ana, `Fără semnal ${n}`);
    await waiting(ana, "Fără semnal 3").waitFor();
    expect(await bubbles(ana, "Fără semnal").getByRole("button", { name: "Retrimite" }).count()).toBe(0);
    await ana.reload();
    await expect.poll(() => told(ana, "Fără semnal")).toEqual(["Fără semnal 1", "Fără semnal 2", "Fără semnal 3"]);
    const reopened = await ana.context().newPage();
    await ana.close();
    await reopened.goto(`${link.address}/view/oferta.10001`);
    ana = reopened;
    await expect.poll(() => told(ana, "Fără semnal")).toEqual(["Fără semnal 1", "Fără semnal 2", "Fără semnal 3"]);
    expect(await bubbles(radu, "Fără semnal").count()).toBe(0);
    await ana.context().unroute("**/api/v1/publish/**");
    await expect
      .poll(() => told(radu, "Fără semnal"), { timeout: backMs })
      .toEqual(["Fără semnal 1", "Fără semnal 2", "Fără semnal 3"]);
    await expect
      .poll(() =>
        bubbles(ana, "Fără semnal 3")
          .getByText(/^(Trimis|Citit)$/)
          .count(),
      )
      .toBe(1);
    expect(await told(ana, "Fără semnal")).toEqual(["Fără semnal 1", "Fără semnal 2", "Fără semnal 3"]);
  });

  test("[SEND-4] with the link cut a message waits and says so, and leaves by itself when the link is back", async () => {
    link.cut();
    await say(ana, "Din hală 1");
    await say(ana, "Din hală 2");
    await waiting(ana, "Din hală 2").waitFor({ timeout: backMs });
    await ana.getByText("Se trimite singur când revine conexiunea.").waitFor();
    expect(await ana.getByRole("button", { name: "Retrimite" }).count()).toBe(0);
    link.mend();
    await expect.poll(() => told(radu, "Din hală"), { timeout: backMs }).toEqual(["Din hală 1", "Din hală 2"]);
    await expect.poll(() => told(ana, "Din hală")).toEqual(["Din hală 1", "Din hală 2"]);
  });

  test("[SEND-2] an answer that is cut off in the middle makes one message", async () => {
    let cuts = 0;
    await ana.context().route("**/api/v1/publish/**", async (route) => {
      if (cuts >= 2) return route.fallback();
      cuts += 1;
      // The server has it; its answer never arrives.
      await route.fetch();
      return route.abort("connectionreset");
    });
    await say(ana, "Răspuns pierdut 1");
    await say(ana, "Răspuns pierdut 2");
    await expect
      .poll(() => told(radu, "Răspuns pierdut"), { timeout: backMs })
      .toEqual(["Răspuns pierdut 1", "Răspuns pierdut 2"]);
    await bubbles(ana, "Răspuns pierdut 2")
      .getByText(/^(Trimis|Citit)$/)
      .waitFor({ timeout: backMs });
    await ana.context().unroute("**/api/v1/publish/**");
    await ana.reload();
    await expect.poll(() => told(ana, "Răspuns pierdut")).toEqual(["Răspuns pierdut 1", "Răspuns pierdut 2"]);
    expect(cuts).toBe(2);
  });

  test("[SEND-3] two tabs show the same, and when one that sends is closed the other takes over, once each and in order", async () => {
    const second = await anotherTab();
    await ana.context().route("**/api/v1/publish/**", (route) => route.abort("internetdisconnected"));
    await say(ana, "Două file 1");
    await bubbles(second, "Două file 1").waitFor();
    await say(second, "Două file 2");
    await bubbles(ana, "Două file 2").waitFor();
    await say(ana, "Două file 3");
    const all = ["Două file 1", "Două file 2", "Două file 3"];
    for (const page of [ana, second]) await expect.poll(() => told(page, "Două file")).toEqual(all);
    await ana.close();
    ana = second;
    await ana.context().unroute("**/api/v1/publish/**");
    await expect.poll(() => told(radu, "Două file"), { timeout: backMs }).toEqual(all);
    await bubbles(ana, "Două file 3")
      .getByText(/^(Trimis|Citit)$/)
      .waitFor();
    expect(await told(ana, "Două file")).toEqual(all);
  });

  test("[WEB-3] Enter and a switch of rooms in one go, on a slow network: the text is in the first room alone", async () => {
    await ana.context().route("**/api/v1/publish/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.fallback();
    });
    await openRoom(ana, 10_002);
    await composer(ana).fill("Ciorna din 10002");
    await openRoom(ana, 10_001);
    await composer(ana).fill("Doar pentru 10001");
    const other = await roomRow(ana, 10_002).elementHandle();
    await composer(ana).evaluate((field, row) => {
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      if (row instanceof HTMLElement) row.click();
    }, other);
    await expect.poll(() => composer(ana).inputValue()).toBe("Ciorna din 10002");
    await bubbles(radu, "Doar pentru 10001").waitFor();
    expect(await bubbles(ana, "Doar pentru 10001").count()).toBe(0);
    await openRoom(ana, 10_001);
    expect(await bubbles(ana, "Doar pentru 10001").count()).toBe(1);
    expect(await composer(ana).inputValue()).toBe("");
    await ana.context().unroute("**/api/v1/publish/**");
    await openRoom(ana, 10_002);
    await composer(ana).fill("");
    await openRoom(ana, 10_001);
  });

  test("[SEND-5] a refused message says why; edited it is sent, and the draft that was there comes back", async () => {
    await say(ana, "Cod cu\u0000 semn greșit");
    const failed = bubbles(ana, "semn greșit");
    await failed.getByText("Serverul nu primește textul acesta.").waitFor();
    await ana.reload();
    await failed.getByText("Serverul nu primește textul acesta.").waitFor();
    await composer(ana).fill("o ciornă începută");
    await failed.getByRole("button", { name: "Editează" }).click();
    await expect.poll(() => composer(ana).inputValue()).toContain("semn greșit");
    expect(await failed.count()).toBe(0);
    await ana.getByText("Ciorna de dinainte te așteaptă.").waitFor();
    await composer(ana).fill("Cod cu semn corect");
    await composer(ana).press("Enter");
    await bubbles(radu, "Cod cu semn corect").waitFor();
    expect(await composer(ana).inputValue()).toBe("o ciornă începută");
    await composer(ana).fill("");
  });

  test("[SEND-6] drafts survive a reload and a closed tab, and two tabs do not destroy each other's", async () => {
    await composer(ana).fill("ciornă în 10001");
    const second = await anotherTab();
    await openRoom(second, 10_002);
    await composer(second).fill("ciornă în 10002");
    await ana.reload();
    expect(await composer(ana).inputValue()).toBe("ciornă în 10001");
    await second.close();
    await ana.reload();
    expect(await composer(ana).inputValue()).toBe("ciornă în 10001");
    await openRoom(ana, 10_002);
    expect(await composer(ana).inputValue()).toBe("ciornă în 10002");
    await composer(ana).fill("");
    await openRoom(ana, 10_001);
  });

  test("[SEND-7] unsent messages and drafts are kept for their author through signing out, and shown to nobody else", async () => {
    await ana.context().route("**/api/v1/publish/**", (route) => route.abort("internetdisconnected"));
    await composer(ana).fill("");
    await say(ana, "Numai a Anei 1");
    await waiting(ana, "Numai a Anei 1").waitFor();
    await composer(ana).fill("ciorna Anei");
    await ana.getByRole("button", { name: "Ieșire din cont" }).click();
    await ana.getByText("1 mesaj nu a plecat încă.").waitFor();
    await ana.getByRole("button", { name: "Ies și le păstrez" }).click();
    await ana.context().unroute("**/api/v1/publish/**");
    await fillSignIn(ana, "mia", "demo");
    await roomList(ana).getByRole("link").first().waitFor();
    await openRoom(ana, 10_001);
    expect(await composer(ana).inputValue()).toBe("");
    expect(await bubbles(ana, "Numai a Anei").count()).toBe(0);
    await ana.getByRole("button", { name: "Ieșire din cont" }).click();
    await fillSignIn(ana, "ana", "demo");
    await openRoom(ana, 10_001);
    expect(await composer(ana).inputValue()).toBe("ciorna Anei");
    await bubbles(radu, "Numai a Anei 1").waitFor({ timeout: backMs });
    expect(await bubbles(radu, "Numai a Anei 1").count()).toBe(1);
  });

  test("[SEND-7] deleted at signing out, they are gone for good", async () => {
    await ana.context().route("**/api/v1/publish/**", (route) => route.abort("internetdisconnected"));
    await say(ana, "De șters 1");
    await waiting(ana, "De șters 1").waitFor();
    await ana.getByRole("button", { name: "Ieșire din cont" }).click();
    await ana.getByRole("button", { name: "Ies și le șterg" }).click();
    await ana.context().unroute("**/api/v1/publish/**");
    await fillSignIn(ana, "ana", "demo");
    await openRoom(ana, 10_001);
    expect(await bubbles(ana, "De șters").count()).toBe(0);
    expect(await ana.evaluate(() => Object.keys(localStorage).filter((key) => /draft|unsent|aside/.test(key)))).toEqual(
      [],
    );
  });

  test("[SEND-1] where the device keeps nothing, sending works as well", async () => {
    const profile = await freshProfile(browser);
    await profile.addInitScript(() => {
      Object.defineProperty(window, "indexedDB", {
        get: () => {
          throw new DOMException("Blocked.", "SecurityError");
        },
      });
    });
    const mihai = await profile.newPage();
    await mihai.goto(`${product.address}/login`);
    await fillSignIn(mihai, "mihai", "demo");
    await openRoom(mihai, 10_005);
    for (const n of [1, 2]) await say(mihai, `Fereastră privată ${n}`);
    await bubbles(mihai, "Fereastră privată 2").getByText("Trimis").waitFor();
    expect(await told(mihai, "Fereastră privată")).toEqual(["Fereastră privată 1", "Fereastră privată 2"]);
    await mihai.reload();
    await expect.poll(() => told(mihai, "Fereastră privată")).toEqual(["Fereastră privată 1", "Fereastră privată 2"]);
    await profile.close();
  });
});

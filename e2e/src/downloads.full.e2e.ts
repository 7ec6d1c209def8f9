import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test, onTestFinished } from "vitest";
import { signedIn } from "./people.ts";
import { startWholeBrowser } from "./browser.ts";
import { startStage } from "./stage.ts";
import { type StoredFile, storeFiles } from "./stored-files.ts";

const { product, browser } = await startStage({ LIMITS: "off" });

const run = `document.title="rupt";alert("rupt");fetch("/rupt");(globalThis.top??globalThis).rupt=1`;
const html = `<!doctype html><script>${run}</script><img src=x onerror='${run}'><link rel=stylesheet href=/rupt.css>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload='${run}'><script>${run}</script><image href="/rupt.png"/></svg>`;
const xml = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/rupt.xsl"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${run}</x:script>`;
const xhtml = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${run}</script></html>`;
const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** The text is in two parts, since as a whole it looks like a rule id. */
const pdfHead = ["%PDF", "1.4\n"].join("-");

/** Files stored with types that the server would not have given them: pages, and pictures with wrong types. */
const hostile: readonly StoredFile[] = [
  { name: "a.html", mime: "text/html", content: html },
  { name: "a.html", mime: "text/html; charset=utf-8", content: html },
  { name: "a.xhtml", mime: "application/xhtml+xml", content: xhtml },
  { name: "a.svg", mime: "image/svg+xml", content: svg },
  { name: "a.svg", mime: "image/svg+xml;charset=utf-8", content: svg },
  { name: "a.xml", mime: "text/xml", content: xml },
  { name: "a.xml", mime: "application/xml", content: svg },
  {
    name: "a.mhtml",
    mime: "multipart/related",
    content: `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${html}`,
  },
  { name: "a.eml", mime: "message/rfc822", content: `Content-Type: text/html\r\n\r\n${html}` },
  { name: "a.txt", mime: "text/plain", content: html },
  { name: "a.js", mime: "text/javascript", content: run },
  { name: "a.css", mime: "text/css", content: "@import '/rupt.css'; * { background: url(/rupt.png) }" },
  { name: "a", mime: "", content: html },
  { name: "a", mime: "application/octet-stream", content: html },
  { name: "a.png", mime: "image/png", content: html },
  { name: "a.png.html", mime: "image/png", content: Buffer.concat([png, Buffer.from(html)]) },
  { name: "a.jpg", mime: "image/jpeg", content: svg },
  { name: "a.gif", mime: "image/gif", content: `GIF89a/*${html}*/=1;${run}` },
  { name: "a.webp", mime: "image/webp", content: `RIFF/*...WEBP*/=1;${run}` },
  { name: "a.mp4", mime: "video/mp4", content: html },
  { name: "a.mp3", mime: "audio/mpeg", content: html },
  { name: "a.pdf", mime: "application/pdf", content: html },
  { name: "a.pdf", mime: "application/pdf", content: `${pdfHead}${html}` },
  {
    name: `a.html"; filename=b.html\r\nContent-Type: text/html\r\n\r\n<script>${run}</script>`,
    mime: "image/png",
    content: png,
  },
  { name: "a.swf", mime: "application/x-shockwave-flash", content: "FWS" },
  { name: "a.hta", mime: "application/hta", content: html },
  { name: "a.wasm", mime: "application/wasm", content: Buffer.from("0061736d01000000", "hex") },
  { name: "a.vtt", mime: "text/vtt", content: `WEBVTT\n\n00:00.000 --> 00:09.000\n${html}` },
  { name: "a.json", mime: "application/json", content: html },
  { name: "a.rss", mime: "application/rss+xml", content: xml },
];

const names = [
  "Factură nr. 15 – țeavă și șurub, ăâîșț ĂÂÎȘȚ.bin",
  "poză 🚗🔧 piesă.bin",
  "preț 50% redus #2 + TVA = 100 & gata; fin.bin",
  "%41%2e%2e.bin",
  "un  nume   cu spații.bin",
  "apostrof ' și paranteze (2) [3] {4}.bin",
  "fără-ending",
  `${"ă".repeat(80)}.bin`,
  "Ελληνικά Кириллица 日本語 עברית.bin",
  "„ghilimele” «duble» ’simple’.bin",
  `${"x".repeat(240)}.bin`,
];

/** Names that Chromium itself changes: with characters that no disk allows, beginning with a dot, or with joiners. */
const changed: readonly (readonly [name: string, saved: string])[] = [
  [`cu "ghilimele" drepte.bin`, "cu _ghilimele_ drepte.bin"],
  ["../../etc/passwd.bin", "_.._etc_passwd.bin"],
  [String.raw`C:\Windows\rea.bin`, "C__Windows_rea.bin"],
  [".ascuns", "ascuns"],
  ["familie 👨‍👩‍👧.bin", "familie 👨_👩_👧.bin"],
  ["invers \u202egpj.exe.bin", "invers _gpj.exe.bin"],
];

const named = [...names.map((name) => [name, name] as const), ...changed];

function smallPdf(text: string): string {
  const drawn = `BT /F1 48 Tf 20 100 Td (${text}) Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join("");
  return `${pdfHead}${body}trailer<</Size 6/Root 1 0 R>>\n%%EOF`;
}

/** A WAV file of silence, 32 KB a second. */
function smallWav(seconds: number): Buffer {
  const [rate, bytes] = [16_000, seconds * 32_000];
  const numbers = (...values: readonly (readonly [number, 2 | 4])[]): Buffer =>
    Buffer.concat(
      values.map(([value, size]) => {
        const field = Buffer.alloc(size);
        field.writeUIntLE(value, 0, size);
        return field;
      }),
    );
  const format = numbers([16, 4], [1, 2], [1, 2], [rate, 4], [rate * 2, 4], [2, 2], [16, 2]);
  const riff = [Buffer.from("RIFF"), numbers([36 + bytes, 4]), Buffer.from("WAVEfmt "), format];
  return Buffer.concat([...riff, Buffer.from("data"), numbers([bytes, 4]), Buffer.alloc(bytes)]);
}

let page: Page;
let urls: readonly string[];
const seen: string[] = [];

async function play(path: string, by = page): Promise<void> {
  const status = await by.evaluate(async (url) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem("token")}` };
    return (await fetch(url, { method: "POST", headers })).status;
  }, path);
  expect(status).toBe(200);
}

/** Records whether scripts run in this tab. */
function watch(tab: Page): void {
  tab.on("dialog", (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
}

async function open(path: string): Promise<{ saved: string | null; type: string; origin: string; title: string }> {
  const tab = await page.context().newPage();
  watch(tab);
  const download = tab.waitForEvent("download").then((started) => started.suggestedFilename());
  const shown = tab.goto(product.address + path).then((answer) => answer?.headers()["content-type"] ?? "");
  const saved = await Promise.race([download, shown.then(() => null)]).catch(() => download);
  await Promise.allSettled(saved === null ? [shown] : [download, shown]);
  download.catch(() => undefined);
  const type = saved === null ? await shown : "";
  const { origin, title } =
    saved === null
      ? await tab.evaluate(() => ({ origin: self.origin, title: document.title }))
      : { origin: "", title: "" };
  await tab.close();
  return { saved, type, origin, title };
}

beforeAll(async () => {
  urls = await storeFiles(product, 10_001, [
    ...hostile,
    ...named.map(([name]) => ({ name, mime: "application/octet-stream", content: `bytes of ${name}` })),
    { name: "mesaj.wav", mime: "audio/wav", content: smallWav(60) },
    { name: "factură.pdf", mime: "application/pdf", content: smallPdf("Factura 15") },
  ]);
  page = await signedIn(browser, product, "ana", { serviceWorkers: "allow" });
  watch(page);
  page.context().on("request", (request) => {
    if (request.url().includes("rupt")) seen.push(`request ${request.url()}`);
  });
});

test.each(hostile.map((file, index) => ({ ...file, index })))(
  "[MSG-4d] $name stored as $mime runs nothing when it is opened",
  async ({ mime, index }) => {
    const url = urls[index] ?? "";
    await play(url);
    const { saved, type, origin, title } = await open(url);
    // Types that can be shown get an opaque origin, and all others are only saved. The PDF viewer reports the origin of the address.
    const viewed = mime === "application/pdf" ? new URL(product.address).origin : "null";
    if (saved === null) expect([type, origin]).toEqual([mime, viewed]);
    else expect(type).toBe("");
    expect([title === "rupt", seen]).toEqual([false, []]);
  },
);

test("[MSG-4d] the same content would run as one of our pages", async () => {
  const tab = await page.context().newPage();
  watch(tab);
  await tab.route("**/download/**", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await tab.goto(product.address + urls[0]);
  await expect.poll(() => seen).toContain("dialog rupt");
  await tab.close();
  seen.length = 0;
});

test("[MSG-4d] none of the stored files loads as script, style, module or worker of our page", async () => {
  for (const url of urls.slice(0, hostile.length)) {
    await play(url);
    const loaded = await page.evaluate(async (path) => {
      const added = async (element: HTMLElement): Promise<string> =>
        await new Promise((resolve) => {
          element.addEventListener("load", () => resolve(`${element.tagName} loaded`));
          element.addEventListener("error", () => resolve(""));
          document.head.append(element);
        });
      const worker = async (): Promise<string> =>
        await new Promise((resolve) => {
          const started = new Worker(path);
          started.addEventListener("error", () => resolve(""));
          started.addEventListener("message", () => resolve("worker started"));
        });
      const script = Object.assign(document.createElement("script"), { src: path });
      const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: path });
      const registered = async (): Promise<string> =>
        await navigator.serviceWorker.register(path, { scope: path }).then(
          () => "service worker registered",
          () => "",
        );
      return await Promise.all([added(script), added(style), worker(), registered()]);
    }, url);
    expect(loaded.filter((one) => one !== "")).toEqual([]);
  }
  expect([seen, await page.evaluate(() => "rupt" in globalThis)]).toEqual([[], false]);
});

test.each(named.map(([name, saved], index) => ({ name, saved, url: hostile.length + index })))(
  "[MSG-4e] $name is saved as $saved",
  async ({ name, saved, url }) => {
    const path = urls[url] ?? "";
    await play(path);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.evaluate((href) => Object.assign(document.createElement("a"), { href }).click(), path),
    ]);
    expect(download.suggestedFilename()).toBe(saved);
    expect(await readFile(await download.path(), "utf8")).toBe(`bytes of ${name}`);
  },
);

test("[MSG-4h] media elements, which cannot send a token, play and seek by ticket", async () => {
  const url = urls.at(-2) ?? "";
  const statuses: number[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith(url) && answer.request().method() === "GET") statuses.push(answer.status());
  });
  const load = async (): Promise<string> =>
    await page.evaluate(
      async (src) =>
        await new Promise((resolve) => {
          const audio = Object.assign(document.createElement("audio"), { src, muted: true });
          audio.addEventListener("error", () => resolve("refused"));
          audio.addEventListener("seeked", () => resolve(`at ${audio.currentTime} of ${audio.duration}`));
          audio.addEventListener("loadedmetadata", () => (audio.currentTime = 55));
        }),
      url,
    );
  expect(await load()).toBe("refused");
  await play(url);
  expect(await load()).toBe("at 55 of 60");
  expect(statuses[0]).toBe(401);
  expect(new Set(statuses.slice(1))).toEqual(new Set([206]));
});

test("[MSG-4c] a PDF opens in the browser's own viewer", async () => {
  const url = urls.at(-1) ?? "";
  const whole = await startWholeBrowser();
  onTestFinished(() => whole.close());
  const tab = await signedIn(whole, product, "ana");
  await play(url, tab);
  await tab.goto(product.address + url);
  // The viewer is the browser's own page around the file.
  await expect.poll(() => tab.frames().map((frame) => new URL(frame.url()).protocol)).toContain("chrome-extension:");
});

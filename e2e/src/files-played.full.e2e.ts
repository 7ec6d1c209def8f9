import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { startWholeBrowser } from "./browser.ts";
import { madePdf, madePicture, madeTone, sendFile } from "./made-files.ts";
import { composer, fillSignIn, messageList, openRoom, roomList, signedIn } from "./people.ts";
import { choose, preparedBytes, tray } from "./sending-files.ts";
import { startStage } from "./stage.ts";

const offer = 10_001;
/** A cross-site host: to browsers, `localhost` is another site. */
const host = createServer((_request, response) => {
  response.setHeader("content-type", "text/html");
  response.end(`<iframe src="${product.address}/login?embed=1" width="1200" height="800"></iframe>`);
}).listen(0, "127.0.0.1");
await once(host, "listening");
const hostUrl = `http://localhost:${(host.address() as AddressInfo).port}`;

const { product } = await startStage({ EMBED_ORIGINS: hostUrl });
// The headless shell lacks the PDF viewer and the codecs that phones use.
const browser = await startWholeBrowser();
const sample = (name: string): Promise<Buffer> => readFile(new URL(`samples/${name}`, import.meta.url));
const film = await sample("film.mp4");

const inList = (page: Page, name: string): Locator => messageList(page).getByRole("button", { name });
const facts = (media: Locator) =>
  media.evaluate(({ currentSrc, duration, currentTime, paused, seeking }: HTMLMediaElement) => ({
    ...{ source: new URL(currentSrc).pathname, duration: Math.round(duration), isPaused: paused },
    at: seeking ? -1 : currentTime,
  }));

describe("files in full Chromium", async () => {
  const ana = await signedIn(browser, product, "ana", { permissions: ["clipboard-read", "clipboard-write"] });
  await sendFile(product, "radu", { offer, name: "poza.jpg", bytes: await madePicture(ana, 600, 400, "cod") });
  await sendFile(product, "radu", { offer, name: "miscare.gif", bytes: await sample("moving.gif") });
  await sendFile(product, "radu", { offer, name: "motor.mp4", bytes: film });
  await sendFile(product, "radu", { offer, name: "deviz.pdf", bytes: madePdf });
  await sendFile(product, "radu", { offer, name: "motor.wav", bytes: madeTone() });
  await openRoom(ana, offer);

  test("[SEE-5][MSG-4h] a video plays from its URL and seeks by range requests", async () => {
    const ranges: string[] = [];
    ana.on("request", (request) => {
      const range = request.headers()["range"];
      if (range !== undefined) ranges.push(range);
    });
    await inList(ana, "Redă motor.mp4").click();
    const video = messageList(ana).locator("video");
    await expect.poll(() => facts(video)).toMatchObject({ duration: 4, source: expect.stringContaining("/download/") });
    await expect.poll(async () => (await facts(video)).at).toBeGreaterThan(0.2);
    const size = await video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight]);
    expect(size).toEqual([96, 64]);
    await video.evaluate((element: HTMLVideoElement) => {
      element.pause();
      element.currentTime = 3;
    });
    await expect.poll(() => facts(video)).toMatchObject({ at: 3, isPaused: true });
    expect(ranges.length).toBeGreaterThan(0);
  });

  test("[SEE-5] a PDF opens in a new tab, in the browser's viewer", async () => {
    const [tab] = await Promise.all([ana.context().waitForEvent("page"), inList(ana, "Deschide deviz.pdf").click()]);
    await tab.waitForURL("**/download/**");
    // The viewer is the browser's own page around the file.
    await expect.poll(() => tab.frames().map((frame) => new URL(frame.url()).protocol)).toContain("chrome-extension:");
    await tab.close();
  });

  test("[SEE-4] a GIF plays in the viewer, and a press outside closes it", async () => {
    await inList(ana, "Fotografie: miscare.gif").click();
    const viewer = ana.getByRole("dialog", { name: "Fotografie: miscare.gif" });
    const whole = viewer.getByRole("img", { name: "Fotografie: miscare.gif" });
    await whole.waitFor();
    const seen = new Set<string>();
    await expect.poll(async () => seen.add((await whole.screenshot()).toString("base64")).size).toBeGreaterThan(1);
    const box = await whole.boundingBox();
    await ana.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    expect(await viewer.isVisible(), "a press on the picture").toBe(true);
    await ana.mouse.click((box?.x ?? 0) - 100, (box?.y ?? 0) + 5);
    await viewer.waitFor({ state: "detached" });
  });

  test("[SEE-4c] copies a picture in a format every program accepts", async () => {
    await inList(ana, "Fotografie: poza.jpg").click();
    const viewer = ana.getByRole("dialog", { name: "Fotografie: poza.jpg" });
    const whole = viewer.getByRole("img", { name: "Fotografie: poza.jpg" });
    await expect.poll(() => whole.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600);
    await viewer.getByRole("button", { name: "Copiază fotografia" }).click();
    await viewer.getByText("Fotografia e copiată.").waitFor();
    const copied = await ana.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const picture = await createImageBitmap(await item!.getType("image/png"));
      return [picture.width, picture.height];
    });
    expect(copied).toEqual([600, 400]);
    await ana.keyboard.press("Escape");
    await viewer.waitFor({ state: "detached" });
  });

  test("[ATT-7d] a video under another file name loses its phone's metadata on the device", async () => {
    expect(film.includes("SECRETPLACE")).toBe(true);
    await choose(ana, { name: "film.bin", mimeType: "", buffer: film });
    await tray(ana).getByText("film.bin").first().waitFor();
    await expect.poll(async () => (await preparedBytes(ana)).length).toBe(1);
    const [prepared] = await preparedBytes(ana);
    expect([prepared?.includes("ftyp"), prepared?.includes("SECRETPLACE")]).toEqual([true, false]);
    await tray(ana).getByRole("button", { name: "Scoate film.bin" }).click();
  });

  test("[ATT-3a] Enter right after choosing sends the file, whether or not the device has stored it yet", async () => {
    await composer(ana).fill("Uite motorul");
    await choose(ana, { name: "indata.mp4", mimeType: "video/mp4", buffer: film });
    await composer(ana).press("Enter");
    await inList(ana, "Redă indata.mp4").waitFor();
    await tray(ana).waitFor({ state: "detached" });
    expect(await composer(ana).inputValue()).toBe("");
  });

  test("[SEE-5] in a frame without cookies, sound plays from memory", async () => {
    const page = await (await browser.newContext({ locale: "ro-RO" })).newPage();
    onTestFinished(() => page.context().close());
    await page.goto(hostUrl);
    await expect.poll(() => page.frames().length).toBe(2);
    const frame = page.frames()[1] as unknown as Page;
    await fillSignIn(frame, "ana", "demo");
    await roomList(frame).getByRole("link").first().waitFor();
    await openRoom(frame, offer);
    await inList(frame, "Redă motor.wav").click();
    const sound = messageList(frame).locator("audio");
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(1);
    expect(await sound.getAttribute("src")).toMatch(/^blob:/u);
  });
});

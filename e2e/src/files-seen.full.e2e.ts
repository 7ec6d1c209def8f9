import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeFindings } from "./axe-findings.ts";
import { sizes } from "./browser.ts";
import { madePdf, madePicture, madeTone, sendFile } from "./made-files.ts";
import { bubbles, composer, messageList, openRoom, roomRow, say, settled, signedIn } from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();
const offer = 10_001;

const pictures = (page: Page): Locator => messageList(page).getByRole("button", { name: /^Fotografie: / });
const viewer = (page: Page): Locator => page.getByRole("dialog", { name: /^Fotografie: / });
const gallery = (page: Page): Locator => page.getByRole("dialog", { name: "Fotografii și fișiere" });

/** Whether the image itself has been painted, not only its box. */
const isDrawn = (page: Page, name: string): Promise<boolean> =>
  page
    .locator("div:has(> button)")
    .filter({ has: page.getByRole("button", { name }) })
    .locator('img[src^="blob:"]')
    .first()
    .evaluate(async (img: HTMLImageElement) => {
      await img.decode();
      return img.naturalWidth > 0;
    });

async function openGallery(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Opțiunile discuției" }).click();
  await page.getByRole("menuitem", { name: "Fotografii și fișiere" }).click();
  await gallery(page).waitFor();
}

describe("files in a conversation", async () => {
  const ana = await signedIn(browser, product, "ana");
  const photo = await madePicture(ana, 3000, 2000, "eticheta");
  const label = await sendFile(product, "radu", { offer, name: "eticheta.jpg", bytes: photo, text: "Se vede codul?" });
  for (const name of ["unu.jpg", "doi.jpg", "trei.jpg", "patru.jpg", "cinci.jpg", "sase.jpg"]) {
    await sendFile(product, "radu", { offer, name, bytes: await madePicture(ana, 1200, 900, name) });
  }
  const pdf = "deviz-reparație-ambreiaj-logan-2014-varianta-finală.pdf";
  await sendFile(product, "radu", { offer, name: pdf, bytes: madePdf, text: "Devizul" });
  await sendFile(product, "radu", { offer, name: "motor.wav", bytes: madeTone() });

  test("[SEE-6] the room list names the kind of a message's file", async () => {
    await expect.poll(() => roomRow(ana, offer).innerText()).toContain("Sunet");
  });

  test("[SEE-1][SEE-2] reserves a picture's box before its bytes, moves nothing when they arrive, and puts the text below", async () => {
    const slow = await signedIn(browser, product, "ana");
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await slow.route("**/download/**", async (route) => {
      await held;
      await route.continue();
    });
    await openRoom(slow, offer);
    await slow.goto(`${product.address}/view/oferta.${offer}?m=${label.seq}`);
    const bubble = bubbles(slow, "Se vede codul?");
    // The list no longer moves once the message has the focus.
    await expect.poll(() => bubble.evaluate((row) => row === document.activeElement)).toBe(true);
    const before = await bubble.boundingBox();
    expect(before?.height).toBeGreaterThan(230);
    await bubble.locator('img[src^="data:image/png"]').waitFor();
    expect(await bubble.locator('img[src^="blob:"]').count()).toBe(0);
    answer();
    expect(await isDrawn(slow, "Fotografie: eticheta.jpg")).toBe(true);
    expect(await bubble.boundingBox()).toEqual(before);
  });

  test("[SEE-3] six pictures form a mosaic of messages, each reached by keyboard and link", async () => {
    await openRoom(ana, offer);
    await pictures(ana).first().waitFor();
    const more = messageList(ana).getByRole("button", { name: "Fotografie: patru.jpg, și încă 2" });
    await more.waitFor();
    await settled(ana);
    const boxes = await Promise.all(
      ["unu", "doi", "trei"].map((name) =>
        messageList(ana)
          .getByRole("button", { name: `Fotografie: ${name}.jpg` })
          .boundingBox(),
      ),
    );
    expect(boxes[0]?.y).toBe(boxes[1]?.y);
    expect(boxes[2]?.x).toBe(boxes[0]?.x);
    expect((await more.boundingBox())?.x, "the fourth next to the third").toBe(boxes[1]?.x);
    // Moving up from the composer, the sound comes first, then the PDF, then the pictures, the last one first.
    await messageList(ana).focus();
    const walked: string[] = [];
    for (let step = 0; step < 6; step += 1) {
      await ana.keyboard.press("ArrowUp");
      await ana.waitForFunction(
        (seen) => document.activeElement?.getAttribute("data-seq") !== seen,
        walked.at(-1) ?? null,
      );
      walked.push(await ana.evaluate(() => document.activeElement?.getAttribute("data-seq") ?? ""));
    }
    const seqs = walked.map(Number);
    expect(seqs).toEqual(Array.from({ length: 6 }, (_, at) => (seqs[0] ?? 0) - at));
    await ana.goto(`${product.address}/view/oferta.${offer}?m=${label.seq + 5}`);
    const fifth = messageList(ana).locator(`article[data-seq="${label.seq + 5}"]`);
    await expect.poll(() => fifth.evaluate((row) => row === document.activeElement)).toBe(true);
    expect(await fifth.evaluate((row) => getComputedStyle(row).opacity)).toBe("1");
  });

  test("[SEE-4][SEE-4a][SEE-4c] the viewer shows the whole picture, changes pictures by keys, zooms and turns, and back closes it", async () => {
    await messageList(ana).getByRole("button", { name: "Fotografie: doi.jpg" }).click();
    await expect.poll(() => viewer(ana).getAttribute("aria-label")).toBe("Fotografie: doi.jpg");
    const whole = viewer(ana).getByRole("img", { name: "Fotografie: doi.jpg" });
    await expect.poll(() => whole.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1200);
    await ana.keyboard.press("ArrowLeft");
    await expect.poll(() => viewer(ana).getAttribute("aria-label")).toBe("Fotografie: unu.jpg");
    await ana.keyboard.press("ArrowLeft");
    await expect.poll(() => viewer(ana).getByRole("status").last().innerText()).toContain("Se vede codul?");
    const shown = viewer(ana).getByRole("img", { name: "Fotografie: eticheta.jpg" });
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(2000);
    const width = (): Promise<number> => shown.evaluate((img) => img.getBoundingClientRect().width);
    const fitted = await width();
    await ana.keyboard.press("+");
    expect(await width()).toBeGreaterThan(fitted * 1.4);
    await ana.keyboard.press("r");
    await ana.keyboard.press("0");
    expect(await width()).toBe(fitted);
    expect(await axeFindings(ana)).toEqual([]);
    await ana.goBack();
    await viewer(ana).waitFor({ state: "detached" });
    expect(new URL(ana.url()).pathname).toContain(String(offer));
  });

  test("[SEE-4] Escape closes the viewer, and the focus returns to the picture", async () => {
    const opener = messageList(ana).getByRole("button", { name: "Fotografie: doi.jpg" });
    await opener.click();
    await viewer(ana).waitFor();
    await ana.keyboard.press("Escape");
    await viewer(ana).waitFor({ state: "detached" });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test("[SEE-7] lists the room's files by month, each jumping to its message", async () => {
    await openGallery(ana);
    for (const name of ["eticheta", "unu", "sase"]) {
      await gallery(ana)
        .getByRole("button", { name: `Fotografie: ${name}.jpg` })
        .waitFor();
    }
    expect(await axeFindings(ana)).toEqual([]);
    await gallery(ana).getByRole("button", { name: "Fotografie: unu.jpg" }).click();
    await viewer(ana).waitFor();
    await ana.goBack();
    await viewer(ana).waitFor({ state: "detached" });
    expect(await gallery(ana).isVisible(), "back closes one of them").toBe(true);
    await gallery(ana).getByText("Fișiere", { exact: true }).click();
    await gallery(ana)
      .getByRole("button", { name: `Arată în discuție: ${pdf}` })
      .click();
    await gallery(ana).waitFor({ state: "detached" });
    const row = messageList(ana).locator(`article[data-seq="${label.seq + 7}"]`);
    await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test("[SEE-4a] fingers pinch a picture, tap it twice to see it whole, and swipe to the next and away", async () => {
    const page = await signedIn(browser, product, "ana", { viewport: sizes.phone, hasTouch: true });
    const touch = await page.context().newCDPSession(page);
    const put = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: readonly { x: number; y: number }[]) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints: touchPoints.map((point, id) => ({ ...point, id })) });
    await openRoom(page, offer);
    await pictures(page).first().press("Enter");
    const name = await viewer(page).getAttribute("aria-label");
    const shown = viewer(page).getByRole("img", { name: name ?? "" });
    await shown.waitFor();
    const width = (): Promise<number> => shown.evaluate((img) => Math.round(img.getBoundingClientRect().width));
    const fitted = await width();
    await put("touchStart", { x: 150, y: 400 }, { x: 240, y: 400 });
    await put("touchMove", { x: 60, y: 400 }, { x: 330, y: 400 });
    await put("touchEnd");
    await expect.poll(width).toBeGreaterThan(fitted * 2);
    // The taps are sent together, since on a busy machine separate ones would not count as a double tap.
    const point = { x: 195, y: 400 };
    await Promise.all([put("touchStart", point), put("touchEnd"), put("touchStart", point), put("touchEnd")]);
    await expect.poll(width).toBe(fitted);
    await put("touchStart", { x: 300, y: 400 });
    await put("touchMove", { x: 100, y: 410 });
    await put("touchEnd");
    await expect.poll(() => viewer(page).getAttribute("aria-label")).not.toBe(name);
    await put("touchStart", { x: 200, y: 300 });
    await put("touchMove", { x: 190, y: 500 });
    await put("touchEnd");
    await viewer(page).waitFor({ state: "detached" });
  });

  test("[SEE-2b] a picture that fails to load is shown as failed, and retries on a press", async () => {
    const page = await signedIn(browser, product, "ana");
    let isBroken = true;
    await page.route("**/download/**", (route) =>
      isBroken ? route.fulfill({ status: 404, json: {} }) : route.continue(),
    );
    await openRoom(page, offer);
    await page.getByText("Fișierul nu mai e aici.").first().waitFor();
    await page.unroute("**/download/**");
    await page.route("**/download/**", (route) =>
      isBroken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await page.reload();
    const again = messageList(page).getByRole("button", { name: "Încearcă din nou" }).first();
    await again.waitFor();
    isBroken = false;
    await again.press("Enter");
    await expect.poll(() => messageList(page).locator('img[src^="blob:"]').count()).toBeGreaterThan(0);
  });

  test.each(["light", "dark"] as const)(
    "[SEE-1][A11Y-1] files on a phone, %s: axe finds nothing, nothing scrolls sideways",
    async (colorScheme) => {
      const page = await signedIn(browser, product, "ana", { viewport: sizes.phone, colorScheme, hasTouch: true });
      await openRoom(page, offer);
      await pictures(page).first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await messageList(page).evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true);
      // The window is as small as at 400 % zoom.
      await page.setViewportSize({ width: 320, height: 500 });
      const ends = await messageList(page)
        .locator("[data-file] *")
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
      expect(Math.max(...ends)).toBeLessThanOrEqual(320);
      expect(await messageList(page).evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true);
    },
  );

  test("[SEE-6] announces an arriving photo as a photo", async () => {
    await say(ana, "trimite una");
    await composer(ana).focus();
    await sendFile(product, "radu", { offer, name: "noua.jpg", bytes: await madePicture(ana, 800, 600, "nou") });
    const log = ana.getByRole("log").first();
    await expect.poll(() => log.innerText()).toContain("Fotografie");
  });
});

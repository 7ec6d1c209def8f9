import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../chromium.ts";

export interface Photographer {
  readonly browser: Browser;
  readonly page: Page;
}

export async function openPhotographer(address: string): Promise<Photographer> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ locale: "ro-RO", viewport: { width: 390, height: 844 } });
    await page.goto(`${address}/login`);
    await page.locator('input[autocomplete="username"]').fill("ana");
    await page.locator('input[type="password"]').fill("demo");
    await page.keyboard.press("Enter");
    await page.getByRole("navigation").getByRole("link").first().click();
    await page.locator("textarea").waitFor();
    return { browser, page };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Draws a noisy JPEG of roughly `bytes`. */
export async function drawPhoto(page: Page, bytes: number): Promise<Buffer> {
  let side = 1600;
  for (;;) {
    const photo = Buffer.from(await page.evaluate(drawJpeg, side), "base64");
    if (Math.abs(photo.length - bytes) < bytes / 50) return photo;
    side = Math.round(side * Math.sqrt(bytes / photo.length));
  }
}

/** Runs in the page: draws a noisy JPEG. */
function drawJpeg(side: number): string {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: side, height: Math.round(side * 0.75) });
  const context = canvas.getContext("2d");
  if (context === null) return "";
  const pixels = context.createImageData(canvas.width, canvas.height);
  let seed = 7;
  for (let at = 0; at < pixels.data.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels.data[at] = at % 4 === 3 ? 255 : 90 + ((seed >> 16) % 80);
  }
  context.putImageData(pixels, 0, 0);
  return canvas.toDataURL("image/jpeg", 0.9).split(",")[1] ?? "";
}

/** Puts a photo into the tray and waits until it can be sent. */
export async function choosePhoto(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles([{ name, mimeType: "image/jpeg", buffer }]);
  await page.locator('button[aria-label="Trimite"][aria-disabled="false"]').waitFor();
}

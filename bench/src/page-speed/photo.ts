import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { chromiumArgs } from "../chromium.ts";
import { processTree } from "../process-usage.ts";
import { choosePhoto, openPhotographer } from "../slow-upload/photographer.ts";
import { cpuSlowdown } from "./operator.ts";
import { slowProcesses } from "./slow-processes.ts";

const [width, height] = [4000, 3000];

/** ATT-7: times from choosing a 12 MP photo until it can be sent, ms. All browser processes are slowed down. */
export async function measurePhotos(address: string, times: number): Promise<readonly number[]> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const photo = await sharp({ create: { width, height, channels: 3, background: "#888", noise } })
    .blur(1.1)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
  const { browser, page } = await openPhotographer(address);
  try {
    const found: number[] = [];
    // Does not count the first photo, which loads the code.
    await choosePhoto(page, "poza.jpg", photo);
    await removePhoto(page);
    for (let time = 0; time < times; time += 1) {
      const restore = slowProcesses(browserPid(), cpuSlowdown);
      try {
        found.push(await timeOf(page, photo));
      } finally {
        restore();
      }
      await removePhoto(page);
    }
    return found;
  } finally {
    await browser.close();
  }
}

/** Measures within the page until IndexedDB holds the prepared file, so that its bytes never enter the page. */
async function timeOf(page: Page, photo: Buffer): Promise<number> {
  await page.evaluate(noteReady);
  await choosePhoto(page, "poza.jpg", photo);
  const ready = await page.waitForFunction(() => document.documentElement.dataset["readyMs"]);
  return Number(await ready.jsonValue());
}

/** Runs in the page: records when IndexedDB holds the prepared file after the next choice. */
function noteReady(): void {
  delete document.documentElement.dataset["readyMs"];
  const chosen = (): void => {
    const chosenAt = performance.now();
    const opening = indexedDB.open("cuplaj.files");
    const look = (): void => {
      const asked = opening.result.transaction("files").objectStore("files").getAll();
      asked.addEventListener("success", () => {
        const isReady = asked.result.some((file: { prepared?: object }) => file.prepared !== undefined);
        if (!isReady) return void setTimeout(look, 20);
        opening.result.close();
        document.documentElement.dataset["readyMs"] = String(performance.now() - chosenAt);
      });
    };
    opening.addEventListener("success", look);
  };
  document.querySelector("input[type=file]")?.addEventListener("change", chosen, { capture: true, once: true });
}

/** Removes the photo from the tray, and waits until it is gone from IndexedDB. */
async function removePhoto(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Scoate poza.jpg" }).click();
  await page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open("cuplaj.files");
        opening.addEventListener("success", () => {
          const asked = opening.result.transaction("files").objectStore("files").count();
          asked.addEventListener("success", () => {
            opening.result.close();
            resolve(asked.result === 0);
          });
        });
      }),
  );
}

/** The browser's process, the only one started with these arguments. */
function browserPid(): number {
  const found = processTree(process.pid).find((pid) => chromiumArgs.every((word) => wordsOf(pid).includes(word)));
  if (found === undefined) throw new Error("the browser's process was not found");
  return found;
}

function wordsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // The process has exited.
    return "";
  }
}

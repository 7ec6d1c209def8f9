import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openRoom, roomList, signedIn } from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();
const radu = await signedIn(browser, product, "radu");
const edge = radu.getByRole("separator", { name: "Lățimea listei de discuții" });

const widthOf = async (page: Page): Promise<number> => (await roomList(page).boundingBox())?.width ?? 0;

test.each([
  [1440, 320],
  [1600, 400],
  [1920, 480],
  [2560, 480],
])("[LIST-10a] in a window of %i px the list is %i px wide by default", async (window, list) => {
  await radu.setViewportSize({ width: window, height: 900 });
  await expect.poll(() => widthOf(radu)).toBe(list);
  await expect.poll(() => edge.getAttribute("aria-valuenow")).toBe(String(list));
});

test("[LIST-10][LIST-10b] the list's edge moves by pointer and keys, survives a reload and leaves the conversation enough space", async () => {
  await radu.setViewportSize({ width: 1440, height: 900 });
  await openRoom(radu, 10_001);
  await edge.focus();
  await radu.keyboard.press("ArrowRight");
  await expect.poll(() => widthOf(radu)).toBe(336);
  await radu.keyboard.press("ArrowLeft");
  await expect.poll(() => widthOf(radu)).toBe(320);
  await radu.keyboard.press("End");
  await expect.poll(() => widthOf(radu)).toBe(560);
  await radu.keyboard.press("Home");
  await expect.poll(() => widthOf(radu)).toBe(280);
  const { x } = (await edge.boundingBox()) ?? { x: 0 };
  await radu.mouse.move(x + 2, 400);
  await radu.mouse.down();
  await radu.mouse.move(500, 420, { steps: 4 });
  await radu.mouse.move(900, 420);
  await radu.mouse.up();
  await expect.poll(() => widthOf(radu)).toBe(560);
  await radu.reload();
  await expect.poll(() => widthOf(radu)).toBe(560);
  const room = radu.getByRole("region", { name: "Discuție" });
  for (const width of [1200, 800]) {
    await radu.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await room.boundingBox())?.width).toBe(384);
  }
});

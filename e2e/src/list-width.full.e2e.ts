import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { messageList, openRoom, roomList, signedIn } from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();
const radu = await signedIn(browser, product, "radu", { viewport: { width: 1440, height: 900 } });

const edgeOf = (page: Page) => page.getByRole("separator", { name: "Lățimea listei de discuții" });
const widthOf = async (page: Page): Promise<number> => Number(await edgeOf(page).getAttribute("aria-valuenow"));

test("[LIST-10][LIST-10a] the list is wider in a wide window, and as wide as its edge was dragged, after a reload too", async () => {
  await expect.poll(() => widthOf(radu)).toBe(320);
  await radu.setViewportSize({ width: 1920, height: 1080 });
  await expect.poll(() => widthOf(radu)).toBe(480);
  const edge = await edgeOf(radu).boundingBox();
  const at = { x: (edge?.x ?? 0) + (edge?.width ?? 0) / 2, y: 500 };
  await radu.mouse.move(at.x, at.y);
  await radu.mouse.down();
  await radu.mouse.move(at.x + 60, at.y, { steps: 3 });
  await radu.mouse.up();
  const dragged = await widthOf(radu);
  expect(Math.abs(dragged - 540)).toBeLessThanOrEqual(4);
  await radu.reload();
  await roomList(radu).getByRole("link").first().waitFor();
  await expect.poll(() => widthOf(radu)).toBe(dragged);
});

test("[LIST-10b] the conversation keeps its room beside the widest list", async () => {
  await edgeOf(radu).press("End");
  await openRoom(radu, 10_001);
  await radu.setViewportSize({ width: 880, height: 768 });
  const box = await messageList(radu).boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(384);
  await expect.poll(() => widthOf(radu)).toBeLessThan(560);
});

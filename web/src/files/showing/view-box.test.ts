import { expect, test } from "vitest";
import { fittedSize, heldWithin, toggledAt, turned, wholeView, zoomedAt, zoomMax } from "./view-box.ts";

const stage = { width: 400, height: 800 };
const photo = { width: 4000, height: 3000 };

test("[SEE-4a] zooming keeps the point under the pointer, up to 8 times and never below the fitted size", () => {
  const near = zoomedAt(wholeView, 2, { x: 100, y: -50 });
  expect(near).toEqual({ zoom: 2, x: -100, y: 50, turns: 0 });
  // The same point of the picture is at (100, -50) before and after.
  expect((100 - near.x) / near.zoom).toBe(100);
  expect(zoomedAt(near, 100, { x: 0, y: 0 }).zoom).toBe(zoomMax);
  expect(zoomedAt(near, 0.01, { x: 0, y: 0 }).zoom).toBe(1);
});

test("[SEE-4a] a picture fits the stage when turned, and turning never enlarges it", () => {
  expect(fittedSize(photo, stage, 0)).toEqual({ width: 400, height: 300 });
  const across = fittedSize(photo, stage, 1);
  expect(across.height).toBe(400);
  expect(fittedSize({ width: 40, height: 30 }, stage, 0)).toEqual({ width: 40, height: 30 });
});

test("[SEE-4a] a picture cannot be moved out of view", () => {
  const fitted = fittedSize(photo, stage, 0);
  expect(heldWithin({ zoom: 2, x: 900, y: 900, turns: 0 }, fitted, stage)).toEqual({ zoom: 2, x: 200, y: 0, turns: 0 });
  expect(heldWithin({ zoom: 4, x: -900, y: -900, turns: 1 }, fitted, stage).y).toBe(-400);
});

test("[SEE-4a] a double tap toggles between close and fitted, and four turns cancel out", () => {
  const near = toggledAt(wholeView, { x: 0, y: 0 });
  expect(near.zoom).toBe(2.5);
  expect(toggledAt(near, { x: 0, y: 0 })).toEqual(wholeView);
  expect(turned(turned(turned(turned(wholeView))))).toEqual(wholeView);
});

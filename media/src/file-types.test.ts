import { describe, expect, test } from "vitest";
import { isCleaned, isDrawn, isShown, isShrunk } from "./file-types.ts";

describe("file types", () => {
  test.each(["image/jpeg", "image/heic", "video/3gpp", "audio/mp4", "audio/mpeg", "video/webm", "application/pdf"])(
    "[MSG-4c] %s is shown in place",
    (type) => {
      expect(isShown(type)).toBe(true);
    },
  );

  test.each([
    "image/svg+xml",
    "text/html",
    "application/xml",
    "image/tiff",
    "audio/midi",
    "audio/mpeg;x=1",
    "constructor",
  ])("[MSG-4c] %s is not shown in place", (type) => {
    expect([isShown(type), isCleaned(type), isDrawn(type), isShrunk(type)]).toEqual([false, false, false, false]);
  });

  test("[ATT-7] devices shrink all pictures but GIFs, and browsers draw all but HEICs", () => {
    const pictures = ["jpeg", "png", "webp", "avif", "gif", "heic"].map((name) => `image/${name}`);
    expect(pictures.map(isShrunk)).toEqual([true, true, true, true, false, true]);
    expect(pictures.map(isDrawn)).toEqual([true, true, true, true, true, false]);
  });
});

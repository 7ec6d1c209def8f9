import { expect, test } from "vitest";
import { hostileNames } from "../../testing/hostile/hostile-names.ts";
import { hostilePictures } from "../../testing/hostile/hostile-pictures.ts";
import { startInspection } from "../../testing/hostile/inspected-file.ts";

const { expectInspected } = startInspection();

const chosen: ReadonlySet<string> = new Set([
  "a name with a new line and a header",
  "a name that is a way up",
  "SVG with a script",
  "XML whose entities unfold a thousand million times",
  "HTML without its beginning",
  "a PDF that is a ZIP too",
  "a PNG wider than numbers go",
  "half a picture: jpeg",
  "a JPEG without its last marker",
  "a JPEG without its last pixels",
  "a PNG of 16 bits a colour that unfolds to 800 MB",
  "an interlaced PNG, of which all pixels are needed at once",
  "a progressive JPEG, of which all pixels are needed at once",
  "a GIF, of which all pixels are needed at once",
  "a PNG without height",
  "a PNG that goes on as a page",
]);
const names = hostileNames.filter(({ title }) => chosen.has(title));
const pictures = hostilePictures.filter(({ title }) => chosen.has(title));

test("[MSG-3l] the chosen files exist", () => {
  expect(names.length + pictures.length).toBe(chosen.size);
});

test.each(names)("[MSG-3j] $title", (file) => expectInspected(file));

test.each(pictures)("[MSG-3l] [MSG-3m] $title", (file) => expectInspected(file));

import { expect, test } from "vitest";
import { hostileFiles, startInspection } from "../testing/hostile/inspected-file.ts";

const { expectInspected } = startInspection();

/** One of each kind; `hostile-files.full.test.ts` tries all of them. */
const chosen: ReadonlySet<string> = new Set([
  "a name with a new line and a header",
  "a name that is a way up",
  "SVG with a script",
  "XML whose entities unfold a thousand million times",
  "HTML without its beginning",
  "a PDF that is a ZIP too",
  "a PNG wider than numbers go",
  "half a picture: jpeg",
  "a PNG without height",
  "a PNG that goes on as a page",
]);
const files = hostileFiles.filter(({ title }) => chosen.has(title));

test("[MSG-3l] those that are tried here are among all of them", () => {
  expect(files).toHaveLength(chosen.size);
});

test.each(files)("$rules $title", (file) => expectInspected(file));

import { expect, test } from "vitest";
import { namePieces, sizeLabel } from "./file-words.ts";
import { shownName } from "../state/files/shown-name.ts";

test.each([
  [0, "0 B", "0 B"],
  [900, "900 B", "900 B"],
  [2048, "2 kB", "2 kB"],
  [2_516_582, "2,4 MB", "2.4 MB"],
  [25 * 1024 * 1024, "25 MB", "25 MB"],
  [3 * 1024 ** 3, "3 GB", "3 GB"],
])("[SEE-5b] a size of %i bytes is written in the units of each language", (bytes, ro, en) => {
  const plain = (label: string) => label.replaceAll(/\s/g, " ");
  expect(plain(sizeLabel(bytes, "ro"))).toContain(ro);
  expect(plain(sizeLabel(bytes, "en"))).toContain(en);
});

test.each([
  ["factura.pdf", "fac", "tura.pdf"],
  ["deviz-pentru-logan-2014-final.pdf", "deviz-pentru-logan-2014-f", "inal.pdf"],
  ["a.jpg", "", "a.jpg"],
  ["fără-ending-de-nume-lung", "fără-ending-de-n", "ume-lung"],
  ["poză 📷📷📷📷📷📷.jpeg", "poză ", "📷📷📷📷📷📷.jpeg"],
])("[SEE-5b] the extension of %s is never cut", (name, start, end) => {
  const pieces = namePieces(name);
  expect(pieces.start + pieces.end).toBe(name);
  expect(pieces.end.length).toBeGreaterThanOrEqual(Math.min(8, name.length));
  if (!name.includes("📷")) expect(pieces).toEqual({ start, end });
});

test("[SEE-5b] direction characters cannot disguise a name", () => {
  expect(shownName("poza\u202Egpj.exe")).toBe("pozagpj.exe");
  expect(shownName("a\u2067b\u0000c\ufffe.pdf")).toBe("abc.pdf");
});

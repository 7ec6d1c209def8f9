import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isCutShort, readRows } from "./read-rows.ts";
import { readText } from "./read-text.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-rows-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each row by its line. */
async function read(content: string | Buffer): Promise<Record<number, readonly string[]>> {
  const path = join(folder, "rows.csv");
  writeFileSync(path, content);
  const rows: Record<number, readonly string[]> = {};
  for await (const { line, cells } of readRows(readText(path))) rows[line] = cells;
  return rows;
}

const utf16 = Buffer.from("\uFEFFcod\tnume\r\n06A115561B\tȘtirbu 😀\r\n", "utf16le");
test.each([
  ["UTF-16, as Excel's Unicode text", utf16],
  ["UTF-16 the other way round", Buffer.from(utf16).swap16()],
  ["UTF-8 with a mark", "\uFEFFcod;nume\r\n06A115561B;Știrbu 😀\r\n"],
])("[ERP-2m] rows come from %s", async (_name, content) => {
  expect(await read(content)).toEqual({ 1: ["cod", "nume"], 2: ["06A115561B", "Știrbu 😀"] });
});

test("[ERP-2m] a first line names the delimiter, and the others keep their numbers", async () => {
  expect(await read("sep=;\r\na,b,c;d\r\n1,2;3\r\n")).toEqual({ 2: ["a,b,c", "d"], 3: ["1,2", "3"] });
  expect(await read("SEP=|\na|b\n")).toEqual({ 2: ["a", "b"] });
  expect(await read("sep=;")).toEqual({ 1: ["sep=", ""] });
});

test("[ERP-2m] a formula that is a text is that text, with quotes around it or not, and no other formula is", async () => {
  expect(await read('a;b;c;d\n"=""0012345""";="0012345";=1+1;="1"&"2"\n')).toEqual({
    1: ["a", "b", "c", "d"],
    2: ["0012345", "0012345", "=1+1", '="1"&"2"'],
  });
});

test("[ERP-2m] a quote inside of a cell is one", async () => {
  expect(await read('a;b\nDisc 15";"Disc 16"""\n')).toEqual({ 1: ["a", "b"], 2: ['Disc 15"', 'Disc 16"'] });
});

test.each([
  ["1,5E+12", true],
  ["1.5E+12", true],
  ["4,07E-05", true],
  ["6E+15", true],
  ["1E5", false],
  ["06E115561B", false],
  ["15E+1", false],
  ["1,5E+12-A", false],
])("[ERP-2n] that %s is what Excel left of a number is %s", (cell, is) => {
  expect(isCutShort(cell)).toBe(is);
});

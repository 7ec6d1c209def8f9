import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { csvCell } from "./csv-cell.ts";
import { isCutShort, readRows } from "./read-rows.ts";
import { readText } from "./read-text.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-rows-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
])("[ERP-2g] rows come from %s", async (_name, content) => {
  expect(await read(content)).toEqual({ 1: ["cod", "nume"], 2: ["06A115561B", "Știrbu 😀"] });
});

test("[ERP-2g] a first line that names the delimiter is skipped, and the others keep their numbers", async () => {
  expect(await read("sep=;\r\na,b,c;d\r\n1,2;3\r\n")).toEqual({ 2: ["a,b,c", "d"], 3: ["1,2", "3"] });
  expect(await read("SEP=|\na|b\n")).toEqual({ 2: ["a", "b"] });
  expect(await read("sep=;")).toEqual({ 1: ["sep=", ""] });
});

test("[ERP-2g] a formula that returns a text is read as that text, quoted or not; other formulas are not", async () => {
  expect(await read('a;b;c;d\n"=""0012345""";="0012345";=1+1;="1"&"2"\n')).toEqual({
    1: ["a", "b", "c", "d"],
    2: ["0012345", "0012345", "=1+1", '="1"&"2"'],
  });
});

test("[ERP-2g] a quote inside a cell is kept", async () => {
  expect(await read('a;b\nDisc 15";"Disc 16"""\n')).toEqual({ 1: ["a", "b"], 2: ['Disc 15"', 'Disc 16"'] });
});

test.each(["=1+1", "+40712345678", "-2", "@sum", '=HYPERLINK("x";"y")', 'Ion "Nelu"; Pop', "ana"])(
  "[USR-6c] %s is written as a cell without a formula, and reads back",
  async (text) => {
    const cell = csvCell(text);
    expect(cell).not.toMatch(/^"?(?!=["]{1,2})[=+\-@]/u);
    expect((await read(`a;b\n${cell};${cell}\n`))[2]).toEqual([text, text]);
  },
);

test("[ERP-2h] reports rows that are too long, and quotes that do not end", async () => {
  const long = "x".repeat(1024 * 1024 + 10);
  await expect(read(`a;b\n1;2\n\n\n3;${long}\n5;6\n`)).rejects.toMatchObject({
    line: 5,
    message: "is longer than 1 MiB",
  });
  const lines = "3;4\n".repeat(300_000);
  await expect(read(`a;b\n1;2\n\n1;"2\n${lines}`)).rejects.toMatchObject({
    line: 4,
    message: "is not a valid CSV row: its quotes do not match",
  });
});

test.each([
  ["half a pair", "\ud83d"],
  ["the other half", "\ude00"],
])("[ERP-2h] %s in UTF-16 is named by its line", async (_name, half) => {
  const text = Buffer.from(`\uFEFFcod\tnume\r\n1\t😀\r\n2\ta${half}b\r\n`, "utf16le");
  for (const bytes of [text, Buffer.from(text).swap16()])
    await expect(read(bytes)).rejects.toMatchObject({ line: 3, message: "has a character that cannot be read" });
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
])("[ERP-2h] %s was cut short by Excel: %s", (cell, is) => {
  expect(isCutShort(cell)).toBe(is);
});

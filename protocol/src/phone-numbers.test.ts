import fc from "fast-check";
import { expect, test } from "vitest";
import { phoneNumbersIn } from "./phone-numbers.ts";

const dialled = (text: string): readonly string[] => phoneNumbersIn(text).map((number) => number.dialled);
const typed = (text: string): readonly string[] => phoneNumbersIn(text).map(({ at, to }) => text.slice(at, to));

test.each([
  ["0722123456", "0722123456"],
  ["0722 123 456", "0722123456"],
  ["0722.123.456", "0722123456"],
  ["0722-123-456", "0722123456"],
  ["0722/123456", "0722123456"],
  ["0722 12 34 56", "0722123456"],
  ["0722\u00a0123\u00a0456", "0722123456"],
  ["0722 – 123 – 456", "0722123456"],
  ["+40 722 123 456", "+40722123456"],
  ["+40722123456", "+40722123456"],
  ["+40 (0)722 123 456", "+40722123456"],
  ["+400722123456", "+40722123456"],
  ["+4 0722 123 456", "+40722123456"],
  ["0040 722 123 456", "0040722123456"],
  ["021 345 67 89", "0213456789"],
  ["(021) 345 67 89", "0213456789"],
  ["0256 123 456", "0256123456"],
  ["031-425-12-34", "0314251234"],
  ["0372 123 456", "0372123456"],
  ["+40 21 345 67 89", "+40213456789"],
  ["+373 69 123 456", "+37369123456"],
  ["+49 (0)151 12345678", "+4915112345678"],
  ["+1 (555) 123-4567", "+15551234567"],
])("[MSG-10] %j is a phone number, dialled as %s", (number, digits) => {
  for (const text of [number, `Sunați la ${number}.`, `tel:${number}, Radu`, `${number}\n${number}`, `(${number})!`]) {
    expect(new Set(dialled(text))).toEqual(new Set([digits]));
  }
  expect(typed(`Sunați la ${number}, vă rog`)).toEqual([number]);
});

test("[MSG-10] several numbers are several links", () => {
  expect(dialled("0722123456 0733123456")).toEqual(["0722123456", "0733123456"]);
  expect(dialled("0722 123 456 / 0733 123 456")).toEqual(["0722123456", "0733123456"]);
  expect(dialled("0722 123 456 0733 123 456")).toEqual(["0722123456", "0733123456"]);
  expect(dialled("0722123456,0733123456; 021 345 67 89/90")).toEqual(["0722123456", "0733123456", "0213456789"]);
  expect(dialled("Passat B6 0722123456, Golf V 2 0733123456")).toEqual(["0722123456", "0733123456"]);
});

test.each([
  "tel 0213456789",
  "Tel.: 0213456789",
  "telefon fix 0213456789",
  "Telefonul nostru: 0213456789",
  "nr. de telefon 0213456789",
  "fax: 0213456789",
  "mobil 0213456789",
  "Sună la 0213456789",
  "Sunați-ne la numărul 0213456789",
  "SUNATI LA 021 345 67 89",
  "Radu, București 021 345 67 89",
])("[MSG-10] %j identifies a landline", (text) => {
  expect(dialled(text)).toEqual(["0213456789"]);
});

test("[MSG-10] a word before a landline also covers those listed after it", () => {
  expect(dialled("tel 0213456789, 0213456780 sau 0213456781/0213456782")).toEqual([
    "0213456789",
    "0213456780",
    "0213456781",
    "0213456782",
  ]);
});

test.each([
  "bujie Bosch 0242229799 x4",
  "releu 0332019150",
  "OEM 0261230217, 0232103052",
  "codurile sunt 0242235666",
  "Am sunat. Cod 0242235666",
  "factura 0212345678/2026",
  "tel 0212345678/2026",
  "12/0212345678",
  "0213456789",
])("[MSG-10b] nothing identifies a landline in %j", (text) => {
  expect(dialled(text)).toEqual([]);
});

test.each([
  "Bosch 0242 235 666",
  "skf 0244 123 456",
  "SKF VKBA 0244 123 456",
  "ABS 0265 005 303",
  "Cod: 0258 006 537",
  "OEM 0261 230 217, 0232 103 052",
])("[MSG-10a] %j is a code, not a landline", (text) => {
  expect(dialled(text)).toEqual([]);
});

test.each([
  "07221234567",
  "072212345",
  "10722123456",
  "0722 123 456 789",
  "12 0722 123 456",
  "0722-123-456-789",
  "+40 722 123 4567",
  "+1234567",
  "+1234567890123456",
  "A0722123456",
  "0722123456B",
  "1K0 615 301 AA",
  "0 261 210 199",
  "0 280 158 827",
  "0281002996",
  "0 986 494 104",
  "A 021 545 36 32",
  "07 11 9 904 525",
  "WVWZZZ1K0722123456",
  "RO49 AAAA 1B31 0075 9384 0000",
  "1.0722.123.456,00",
  "0722123456,50",
  "0722123456.50",
  "0722123456 lei",
  "+12.000.000 lei",
  "1850505221234",
  "#0722123456",
  "0722_123_456",
  "0722\n123\n456",
  "2026-02-03 10:00",
])("[MSG-10a] %j holds no phone number", (text) => {
  expect(dialled(text)).toEqual([]);
});

test("[MSG-10] in any text a number is dialled by exactly the digits shown", () => {
  const pieces = [
    "0722",
    "123",
    "456",
    "+",
    "40",
    "(0)",
    " ",
    ".",
    "-",
    "/",
    "021",
    "345",
    "A",
    "lei",
    ",",
    "\n",
    "0040",
    "ș",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 16 }), (parts) => {
      const text = parts.join("");
      let end = 0;
      for (const { at, to, dialled } of phoneNumbersIn(text)) {
        expect(at).toBeGreaterThanOrEqual(end);
        end = to;
        expect(dialled).toMatch(/^(?:\+\d{8,15}|0\d{9}|0040\d{9})$/u);
        const read = text.slice(at, to).replaceAll(/[^\d+]/gu, "");
        expect([
          read,
          read.replace(/^(\+|00)400/u, "$140"),
          text
            .slice(at, to)
            .replaceAll("(0)", "")
            .replaceAll(/[^\d+]/gu, ""),
        ]).toContain(dialled);
      }
    }),
  );
});

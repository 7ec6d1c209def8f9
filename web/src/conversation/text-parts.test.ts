import fc from "fast-check";
import { expect, test } from "vitest";
import { offerCodes } from "../state/offers/offer-codes.ts";
import { offerOf } from "../testing/offers.ts";
import { lateFinders } from "./late-finders.ts";
import { type TextPart, textParts } from "./text-parts.ts";

const codes = offerCodes(
  offerOf(1, {
    codes: ["1K0 615 301 AD", "0722 123 456", "06A 115 561 B"],
    vin: "WVWZZZ1KZ6W214587",
    plate: "CJ 14 MVA",
  }),
);

const links = (text: string): string[] =>
  textParts(text, lateFinders).flatMap((part) => (part.kind === "link" ? [part.href] : []));

test("[MSG-1] web and mail addresses in a text become links", () => {
  expect(links("vezi https://piese.ro/a?b=1, sau scrie la ana@piese.ro.")).toEqual([
    "https://piese.ro/a?b=1",
    "mailto:ana@piese.ro",
  ]);
});

test.each([
  ["www.piese-auto.ro/cat?cod=1", "http://www.piese-auto.ro/cat?cod=1"],
  ["vezi (WWW.piese.ro).", "http://WWW.piese.ro"],
  ["https://mașini.ro/față?q=ș#ț", "https://mașini.ro/față?q=ș#ț"],
  ["(https://piese.ro/Golf_(auto)), da", "https://piese.ro/Golf_(auto)"],
  ["[https://piese.ro/x]", "https://piese.ro/x"],
  ["<https://piese.ro/x>", "https://piese.ro/x"],
  ["„https://piese.ro/x”!", "https://piese.ro/x"],
  ["https://piese.ro:8080/a?b=c,d;e...", "https://piese.ro:8080/a?b=c,d;e"],
  ["https://piese.ro: bun", "https://piese.ro"],
  ["https://piese.ro/@ana", "https://piese.ro/@ana"],
])("[SEC-13i] in %j the whole address is a link", (text, href) => {
  expect(links(text)).toEqual([href]);
});

test.each([
  "vezi http://ana:1234@example.ro/cam aici",
  "https://google.com@piese.ro/x",
  "http://ana:p/w@piese.ro",
  "http://a(b)@piese.ro",
  "https://piese.ro\\@google.com",
  "https://piese.ro:99999/x",
  "https://piese.ro/(x",
  "http://my_host.ro/x",
  "mailto:ana@piese.ro?bcc=radu@piese.ro",
  "www.piese",
  "xwww.piese.ro",
  "preț.de la piese.ro",
])("[SEC-13i] no part of %j is a link", (text) => {
  expect(links(text)).toEqual([]);
});

test("[MSG-1] no other address becomes a link", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,<b>x</b>",
    "vbscript:x",
    "ftp://piese.ro/a",
    "//piese.ro/a",
    "file:///etc/passwd",
    "JaVaScRiPt://piese.ro/%0aalert(1)",
  ]) {
    expect(links(text)).toEqual([]);
  }
});

test("[MSG-1] the parts of a text add up to the text", () => {
  for (const text of ["", "abc", "https://a.ro", "x https://a.ro y\nhttps://b.ro", "1K0 615 301 AA la 120,50 RON"]) {
    expect(
      textParts(text, lateFinders)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  }
});

test.each(["\u202e", "\u202d", "\u2066", "\u2068", "\u200f", "\u061c", "\u200b", "\u00ad", "\u3164", "\ufe0f"])(
  "[SEC-13i] an address with %j in it is not a link, since it would mislead",
  (hidden) => {
    expect(links(`https://google.com${hidden}moc.live`)).not.toContainEqual(expect.stringContaining("live"));
    expect(links(`https://goo${hidden}gle.com/a`)).not.toContainEqual(expect.stringContaining("gle.com/a"));
  },
);

test("[SEC-13i] a link's text is its target", () => {
  const pieces = [
    "https://",
    "piese.ro",
    "ana@",
    "/a?b=1#c",
    "\\",
    "\u202e",
    "\u200b",
    " ",
    "xn--",
    "ș",
    ":8080",
    "..",
    "%2f",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      for (const part of textParts(parts.join(""), lateFinders)) {
        if (part.kind === "link") {
          expect([part.text, `http://${part.text}`, `mailto:${part.text}`]).toContain(part.href);
          expect(part.text).not.toMatch(/[\p{Cf}\\]/u);
        }
      }
    }),
  );
});

const labelOf = (part: TextPart): string => {
  if (part.kind === "words") return part.text;
  if (part.kind === "link") return `<${part.href}|${part.text}>`;
  return part.kind === "code" ? `[${part.target.kind}|${part.text}]` : `{${part.found.kind}|${part.text}}`;
};
const read = (text: string): string => textParts(text, lateFinders, codes).map(labelOf).join("");

test("[OFF-5][MSG-10] codes, addresses and phone numbers coexist in a text", () => {
  expect(read("1k0615301ad, vezi www@piese.com sau 0733 123 456")).toBe(
    "[line|1k0615301ad], vezi <mailto:www@piese.com|www@piese.com> sau <tel:0733123456|0733 123 456>",
  );
  expect(read("CJ.14-MVA wvwzzz1kz6w214587")).toBe("[plate|CJ.14-MVA] [vin|wvwzzz1kz6w214587]");
});

test("[MSG-10a] a number that could be a phone number or the offer's code is the code", () => {
  expect(read("0722 123 456 și 0722 123 457")).toBe("[line|0722 123 456] și <tel:0722123457|0722 123 457>");
});

test("[OFF-5][MSG-10a] neither codes nor phone numbers are found inside an address", () => {
  for (const address of [
    "https://piese.ro/06A115561B",
    "https://piese.ro/?q=06A-115-561-B&tel=0733123456",
    "http://piese.com/0733123456",
  ]) {
    expect(textParts(address, lateFinders, codes).map(({ text }) => text)).toEqual([address]);
  }
  expect(read("0733123456@piese.ro")).toBe("<mailto:0733123456@piese.ro|0733123456@piese.ro>");
});

test("[GAR-6] codes that are not the offer's are recognised, except in addresses and phone numbers", () => {
  expect(read("B 12 ABC: 1K0 615 301 AD sau 03L 115 561 A, tel 0733 123 456")).toBe(
    "{plate|B 12 ABC}: [line|1K0 615 301 AD] sau {part|03L 115 561 A}, tel <tel:0733123456|0733 123 456>",
  );
  expect(read("https://piese.ro/03L115561A")).toBe("<https://piese.ro/03L115561A|https://piese.ro/03L115561A>");
});

test("[OFF-4] the parts of any text add up to it, and none is empty", () => {
  const pieces = [
    "06A",
    "115",
    "561",
    "B",
    " ",
    "-",
    ".",
    "\n",
    "0722",
    "123",
    "456",
    "+40",
    "https://",
    "piese.com",
    "/",
    "@",
    "CJ",
    "14",
    "MVA",
  ];
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 2 })), { maxLength: 30 })
      .map((all) => all.join("")),
  );
  fc.assert(
    fc.property(text, (text) => {
      const parts = textParts(text, lateFinders, codes);
      expect(parts.map((part) => part.text).join("")).toBe(text);
      let at = 0;
      for (const part of parts) {
        expect([part.at, part.text.length > 0]).toEqual([at, true]);
        at += part.text.length;
      }
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { textParts } from "./text-parts.ts";

const links = (text: string): string[] => textParts(text).flatMap((part) => (part.kind === "link" ? [part.href] : []));

test("[MSG-1] web and mail addresses in a text become links", () => {
  expect(links("vezi https://piese.ro/a?b=1, sau scrie la ana@piese.ro.")).toEqual([
    "https://piese.ro/a?b=1",
    "mailto:ana@piese.ro",
  ]);
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

test("[MSG-1] the parts of a text make up the whole text again", () => {
  for (const text of ["", "abc", "https://a.ro", "x https://a.ro y\nhttps://b.ro", "1K0 615 301 AA la 120,50 RON"]) {
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  }
});

test.each(["\u202e", "\u202d", "\u2066", "\u2068", "\u200f", "\u061c", "\u200b", "\u00ad", "\u3164", "\ufe0f"])(
  "[SEC-13d] an address with %j in it is no link, since it would not lead where it reads",
  (hidden) => {
    expect(links(`https://google.com${hidden}moc.live`)).not.toContainEqual(expect.stringContaining("live"));
    expect(links(`https://goo${hidden}gle.com/a`)).not.toContainEqual(expect.stringContaining("gle.com/a"));
  },
);

test("[SEC-13e] what a link says is where it leads", () => {
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
      for (const part of textParts(parts.join(""))) {
        if (part.kind === "link") {
          expect([part.text, `http://${part.text}`, `mailto:${part.text}`]).toContain(part.href);
          expect(part.text).not.toMatch(/[\p{Cf}\\]/u);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

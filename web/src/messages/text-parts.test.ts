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

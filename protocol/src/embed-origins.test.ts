import { expect, test } from "vitest";
import { isEmbedOrigin } from "./embed-origins.ts";

const listed = ["https://erp.example.ro", "https://*.parts.example.ro", "https://*.shop.ro:8443"];

test.each(["https://erp.example.ro", "https://north.parts.example.ro", "https://a.shop.ro:8443"])(
  "[EMB-1b] %s matches a listed origin literally or by a wildcard",
  (origin) => {
    expect(isEmbedOrigin(listed, origin)).toBe(true);
  },
);

test.each([
  "https://erp.example.ro.evil.ro",
  "https://evil-erp.example.ro",
  "https://parts.example.ro",
  "https://a.b.parts.example.ro",
  "https://evilparts.example.ro",
  "https://*.parts.example.ro.evil.ro",
  "http://erp.example.ro",
  "http://north.parts.example.ro",
  "https://erp.example.ro:444",
  "https://erp.example.ro/",
  "https://a.shop.ro",
  "null",
  "",
])("[EMB-1b] %s matches no listed origin", (origin) => {
  expect(isEmbedOrigin(listed, origin)).toBe(false);
});

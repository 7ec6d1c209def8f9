import type { BrowserFamily } from "@cuplaj/protocol/error-reports/envelope.ts";

/** The browser's engine, as it calls itself. */
export function browserFamily(): BrowserFamily {
  const { userAgent } = navigator;
  if (userAgent.includes("Chrome/")) return "Chromium";
  if (userAgent.includes("Firefox/")) return "Firefox";
  return userAgent.includes("AppleWebKit/") ? "WebKit" : "other";
}

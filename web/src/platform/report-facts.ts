import type { ReceiverAnswer } from "@cuplaj/protocol/error-reports/report-queue.ts";
import type { BrowserFamily } from "@cuplaj/protocol/error-reports/envelope.ts";

const answerMsMax = 10_000;

export async function postReport(url: string, body: string): Promise<ReceiverAnswer> {
  const { status, headers } = await fetch(url, {
    method: "POST",
    body,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    // Lets even the last error of a closing page be sent.
    keepalive: true,
    signal: AbortSignal.timeout(answerMsMax),
  });
  return { status, retryAfterMs: Number(headers.get("Retry-After")) * 1000 || 0 };
}

export function browserFamily(): BrowserFamily {
  const { userAgent } = navigator;
  if (userAgent.includes("Chrome/")) return "Chromium";
  if (userAgent.includes("Firefox/")) return "Firefox";
  return userAgent.includes("AppleWebKit/") ? "WebKit" : "other";
}

export function pageLoad(): { readonly beganAtMs: number; readonly endedAtMs: number } {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const { timeOrigin } = performance;
  return { beganAtMs: timeOrigin, endedAtMs: timeOrigin + (paint?.startTime ?? performance.now()) };
}

const builtScript = /^\/assets\/[\w-]+\.js$/;

export function watchLoadedScripts(): (address: string) => string | null {
  const loaded = new Set<string>();
  const take = (entries: readonly PerformanceEntry[]): void => {
    for (const { name } of entries) if (builtScript.test(pathOf(name) ?? "")) loaded.add(name);
  };
  // An observer misses no entry, whereas the list of entries is full after 250.
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: "resource", buffered: true });
  return (address) => {
    take(observer.takeRecords());
    return loaded.has(address) ? pathOf(address) : null;
  };
}

function pathOf(address: string): string | null {
  return address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : null;
}

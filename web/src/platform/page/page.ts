import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { isFramed } from "@cuplaj/protocol/framed-address.ts";

const productName = "Cuplaj";

export function showLanguage(language: LanguageCode): void {
  document.documentElement.lang = language;
  const manifest = language === "ro" ? "/manifest.webmanifest" : `/manifest-${language}.webmanifest`;
  document.querySelector("link[rel=manifest]")?.setAttribute("href", manifest);
}

/** THEME-1: applies the chosen theme, or the system's if none was chosen. `public/theme.js` does the same before the first paint. */
export function showTheme(theme: "light" | "dark" | "system"): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** LIST-10: sets the room list's width. `public/theme.js` does the same before the first paint. */
export const showRoomListWidth = (px: number): void =>
  document.documentElement.style.setProperty("--rooms-pane", `${px}px`);

let pageName = "";
let unreadTotal = 0;

function showTitle(): void {
  const name = pageName === "" ? productName : `${pageName} · ${productName}`;
  document.title = unreadTotal > 0 ? `(${unreadTotal}) ${name}` : name;
}

export function showPageName(name: string): void {
  pageName = name;
  showTitle();
}

export function showUnread(total: number): void {
  unreadTotal = total;
  showTitle();
  void showBadge(total);
}

export const pageOrigin = (): { isTls: boolean; host: string; port: number } => {
  const { protocol, hostname, port } = location;
  const isTls = protocol === "https:";
  return { isTls, host: hostname, port: port === "" ? (isTls ? 443 : 80) : Number(port) };
};

/** A random UUID, also on pages that are neither HTTPS nor loopback. */
export function newId(): string {
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const random = (): number => Math.random();

export function mountPoint(): HTMLElement {
  const element = document.querySelector<HTMLElement>("#app");
  if (!element) throw new Error("The page has no #app to mount at.");
  return element;
}

/**
 * PERF-1b, PERF-1f: shows the shell while a screen's code loads. A CSS selector could do so too, but the browser would evaluate it at every change
 * (PERF-12).
 */
export function showShellBetweenScreens(app: HTMLElement): void {
  const shell = document.querySelector<HTMLElement>("#shell");
  const show = (): void => {
    const isDrawn = app.querySelector("main") !== null;
    shell?.toggleAttribute("hidden", isDrawn && app.querySelector("[data-between]") === null);
    if (isDrawn) delete document.documentElement.dataset["shell"];
  };
  new MutationObserver(show).observe(app, { childList: true });
}

/** Lets skeletons appear with a delay again, once the content of the address is shown. */
export const endArrival = (): void => document.documentElement.removeAttribute("data-arriving");

export const pageBody = (): HTMLElement => document.body;

export async function copyText(text: string): Promise<boolean> {
  if (!("clipboard" in navigator)) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** The SHA-256 of a text, in hex; null on pages that are neither HTTPS nor loopback. */
export async function hashText(text: string): Promise<string | null> {
  if (!("subtle" in crypto)) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const addressOf = (path: string): string => new URL(path, location.origin).href;
export const onPageLeft = (listener: () => void): void => window.addEventListener("pagehide", listener);
export const isWriting = (): boolean => document.activeElement instanceof HTMLTextAreaElement;

export function afterFrames(count: number, run: () => void): () => void {
  let left = count;
  let frame = requestAnimationFrame(next);
  function next(): void {
    left -= 1;
    if (left > 0) frame = requestAnimationFrame(next);
    else run();
  }
  return () => cancelAnimationFrame(frame);
}

export async function showBadge(total: number): Promise<void> {
  if (!("setAppBadge" in navigator)) return;
  const shown = total > 0 ? navigator.setAppBadge(total) : navigator.clearAppBadge();
  await shown.catch(() => undefined);
}

export const isInFrame = (): boolean => window.parent !== window && isFramed(location.search);

export const framedPath = (path: string): string =>
  isFramed(path) ? path : `${path}${path.includes("?") ? "&" : "?"}embed=1`;

import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { en } from "../../rooms/en.ts";
import { ro } from "../../rooms/ro.ts";

const script = readFileSync(new URL("../../../public/theme.js", import.meta.url), "utf8");

function paint(stored: Readonly<Record<string, string>> | "blocked", { path = "/", width = 1440 } = {}) {
  const style = new Map<string, string>();
  const page = { dataset: {}, lang: "ro", style: { setProperty: (name: string, to: string) => style.set(name, to) } };
  const listeners: ((event: object) => void)[] = [];
  const window: { earlyKey?: string } = {};
  const getItem = (key: string): string | null => {
    if (stored === "blocked") throw new Error("blocked");
    return stored[key] ?? null;
  };
  runInNewContext(script, {
    document: { documentElement: page },
    localStorage: { getItem },
    location: { pathname: path },
    matchMedia: (query: string) => ({ matches: query === "(width < 720px)" && width < 720 }),
    console: { warn: () => undefined },
    addEventListener: (_name: string, listener: (event: object) => void) => listeners.push(listener),
    window,
  });
  const press = (key: string, held: object = {}) => {
    let isPrevented = false;
    const preventDefault = (): void => {
      isPrevented = true;
    };
    for (const listener of listeners) listener({ key, preventDefault, ...held });
    return [window.earlyKey, isPrevented];
  };
  return { dataset: page.dataset, lang: page.lang, style, window, press };
}

test.each([
  [{}, {}, "ro"],
  [{ "cuplaj.theme": "dark", language: "en" }, { theme: "dark" }, "en"],
  [{ "cuplaj.theme": "light", language: "ro" }, { theme: "light" }, "ro"],
  [{ "cuplaj.theme": "pink" }, {}, "ro"],
  ["blocked", {}, "ro"],
] as const)("[THEME-1] before the first paint, with %j stored, the page shows %j in %s", (stored, dataset, lang) => {
  const page = paint(stored);
  expect([page.dataset, page.lang]).toEqual([dataset, lang]);
});

test.each([
  [{}, undefined],
  [{ "cuplaj.rooms-width": "480" }, "480px"],
  [{ "cuplaj.rooms-width": "wide" }, undefined],
] as const)("[LIST-10] before the first paint, with %j stored, the list has its chosen width", (stored, width) => {
  expect(paint(stored).style.get("--rooms-pane")).toBe(width);
});

test.each([
  [{ token: "a-token" }, "list"],
  [{ token: "a-token", "cuplaj.rooms-hidden": "1" }, "header"],
] as const)("[PERF-1b] with %j stored, the shell is a signed-in person's: %s", (stored, shell) => {
  expect(paint(stored).dataset).toEqual({ shell });
});

test.each([
  ["/view/oferta.10001", 390, "room"],
  ["/join/10001", 390, "room"],
  ["/view/oferta.10001", 1440, "list"],
  ["/search", 390, "list"],
] as const)("[PERF-1j] at %s, %d px wide, the shell shows a %s", (path, width, shell) => {
  expect(paint({ token: "a-token" }, { path, width }).dataset).toEqual({ shell });
});

test("[WEB-11] keys are recorded until the page takes over, and the browser does not get the search shortcut", () => {
  const { press, window } = paint({ token: "a-token" });
  expect(window.earlyKey).toBe("");
  expect(press("a")).toEqual(["key", false]);
  expect(press("K", { metaKey: true })).toEqual(["search", true]);
  expect(press("b")).toEqual(["search", false]);
  delete window.earlyKey;
  expect(press("k", { ctrlKey: true })).toEqual([undefined, false]);
  expect(paint({}).press("k", { ctrlKey: true })).toEqual(["search", false]);
});

test("[PERF-1b] the shell has the colours and words of the page", () => {
  const html = readFileSync(new URL("../../../index.html", import.meta.url), "utf8");
  const tokens = readFileSync(new URL("../tokens.css", import.meta.url), "utf8");
  const colours = html.match(/light-dark\([^)]*\)/g) ?? [];
  expect(colours.length).toBeGreaterThan(5);
  expect(colours.filter((colour) => !tokens.includes(colour))).toEqual([]);
  expect(html).toContain(`<span lang="ro">${ro.rooms.title}</span><span lang="en">${en.rooms.title}</span>`);
});

test("[THEME-1] the script is in the page's head, without inline code", () => {
  const html = readFileSync(new URL("../../../index.html", import.meta.url), "utf8");
  expect(html).toContain('<script src="/theme.js"></script>');
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/);
  expect(html).not.toMatch(/\son\w+=/);
});

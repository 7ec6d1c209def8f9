import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { joinTabs, takeTabId } from "./other-tabs.ts";

const session = new Map<string, string>();

beforeEach(() => {
  session.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => session.get(key) ?? null,
    setItem: (key: string, value: string) => session.set(key, value),
    removeItem: (key: string) => session.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** Opens a page in the tab, which takes its id; `end` closes or reloads it. */
function openPage() {
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  const id = takeTabId();
  return {
    id,
    end: () => page.dispatchEvent(new Event("pagehide")),
    show: () => page.dispatchEvent(new Event("pageshow")),
  };
}

test("[SEND-3b] a reload keeps the tab's id; a duplicated tab, and one that crashed, get new ones", () => {
  const first = openPage();
  // The tab was duplicated, or has crashed.
  const other = openPage();
  expect(other.id).not.toBe(first.id);
  first.end();
  const reloaded = openPage();
  expect(reloaded.id).toBe(first.id);
});

test("[SEND-3b] a page restored without a reload keeps its id to itself", () => {
  const first = openPage();
  first.end();
  first.show();
  expect([...session]).toEqual([]);
});

test("[SEND-3b] a roll call names the tabs of the same name that respond within a second", async () => {
  vi.stubGlobal("window", new EventTarget());
  const clock = createFakeClock();
  const words: string[] = [];
  const join = (name: string, tabId: string) => joinTabs({ name, tabId, clock, onWord: (word) => words.push(word) });
  const [asking, there, elsewhere] = [join("ana", "a"), join("ana", "b"), join("radu", "c")];
  const called: (readonly string[])[] = [];
  asking.callRoll((present) => called.push(present));
  there.post("resume");
  await expect.poll(() => words).toEqual(["resume"]);
  await new Promise((resolve) => setImmediate(resolve));
  clock.pass(999);
  expect(called).toEqual([]);
  clock.pass(1);
  expect(called).toEqual([["b"]]);
  for (const tabs of [asking, there, elsewhere]) tabs.leave();
});

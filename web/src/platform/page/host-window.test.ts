import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  hostOrigin,
  leaveByKeys,
  onHostMessage,
  onPageEnd,
  openHostPort,
  postToHost,
  showDocument,
} from "./host-window.ts";

const host = "https://parts.example.ro";

/** Stands in for a window: the code only compares its identity. */
function windowLike() {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => {
    port1.close();
    port2.close();
  });
  return Object.assign(port1, { focus: vi.fn<() => void>() });
}

/** A framed page, as far as the browser lets our page see it. */
function stubFrame() {
  const parent = windowLike();
  const frame = Object.assign(new EventTarget(), { parent });
  const element = Object.assign(new EventTarget(), { blur: vi.fn<() => void>() });
  const page = Object.assign(new EventTarget(), {
    activeElement: element,
    visibilityState: "visible",
    over: null as object | null,
    querySelector: () => page.over,
  });
  vi.stubGlobal("window", frame);
  vi.stubGlobal("document", page);
  vi.stubGlobal("HTMLElement", EventTarget);
  vi.stubGlobal("location", { ancestorOrigins: [host] });
  return { parent, frame, page, element };
}

let stubbed: ReturnType<typeof stubFrame>;
beforeEach(() => {
  stubbed = stubFrame();
  return () => void vi.unstubAllGlobals();
});

test("[EMB-4a] only messages from the window around the frame count, not from one next to it nor from the frame itself", () => {
  const received: unknown[] = [];
  onHostMessage((message) => received.push(message));
  const { parent, frame } = stubbed;
  for (const [source, data] of [
    [windowLike(), "beside"],
    [null, "nobody"],
    [parent, "host"],
  ] as const)
    frame.dispatchEvent(new MessageEvent("message", { source, origin: host, data }));
  expect(received).toEqual([{ origin: host, data: "host" }]);
});

test("[EMB-3c] the host's origin is known if the browser names it, and no other page's origin is", () => {
  expect(hostOrigin()).toBe(host);
  vi.stubGlobal("location", { ancestorOrigins: [] });
  expect(hostOrigin()).toBeNull();
  vi.stubGlobal("location", {});
  expect(hostOrigin()).toBeNull();
});

test("[EMB-3c] posting names the one origin that may read, and a missing host breaks nothing", () => {
  const posted: unknown[] = [];
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  onTestFinished(() => warned.mockRestore());
  Object.assign(stubbed.parent, { postMessage: (...all: readonly unknown[]) => posted.push(all) });
  postToHost({ a: 1 }, host);
  expect(posted).toEqual([[{ a: 1 }, host, []]]);
  Object.assign(stubbed.parent, {
    postMessage: () => {
      throw new DOMException("gone", "InvalidStateError");
    },
  });
  expect(() => postToHost({ a: 1 }, host)).not.toThrow();
});

test("[EMB-3c] the port carries messages both ways until it is closed", async () => {
  const received: unknown[] = [];
  const port = openHostPort((data) => received.push(data));
  const atHost: unknown[] = [];
  port.theirs.addEventListener("message", ({ data }) => atHost.push(data));
  port.theirs.start();
  port.theirs.postMessage("hello");
  port.post({ a: 1 });
  await expect.poll(() => [received, atHost]).toEqual([["hello"], [{ a: 1 }]]);
  const ended = new Promise((resolve) => port.theirs.addEventListener("close", resolve));
  port.close();
  await ended;
});

test.each(["Escape", "F6"])(
  "[EMB-5d] %s leaves the frame, unless something in the page uses it or covers it",
  (key) => {
    const { parent, frame, page, element } = stubbed;
    leaveByKeys();
    const press = (more: object = {}): void => {
      frame.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key, ...more }));
    };
    const used = Object.assign(new Event("keydown", { cancelable: true }), { key });
    used.preventDefault();
    frame.dispatchEvent(used);
    press({ isComposing: true });
    press({ key: "Enter" });
    page.over = {};
    press();
    expect(parent.focus).not.toHaveBeenCalled();
    page.over = null;
    press();
    expect([parent.focus, element.blur].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  },
);

test("[EMB-6] a document that the host hides reports hidden until the host shows it", () => {
  const { page } = stubbed;
  Object.defineProperty(Object.getPrototypeOf(page), "visibilityState", { value: "visible", configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(EventTarget.prototype, "visibilityState"));
  const seen: string[] = [];
  page.addEventListener("visibilitychange", () => seen.push(page.visibilityState));
  showDocument(false);
  showDocument(true);
  expect(seen).toEqual(["hidden", "visible"]);
});

test("[EMB-5g] the end of the page is noticed", () => {
  let ends = 0;
  onPageEnd(() => (ends += 1));
  stubbed.frame.dispatchEvent(new Event("pagehide"));
  expect(ends).toBe(1);
});

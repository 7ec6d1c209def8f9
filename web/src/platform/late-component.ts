import { type ComponentType, createElement, type ReactElement, Suspense, use, useEffect, useState } from "react";
import { systemClock } from "./clock.ts";
import { warn } from "./log.ts";
import { hasNetwork } from "./page/window-attention.ts";

const againMs = 2000;
/** Attempts before code counts as missing, for example after a new release. */
const attemptsMax = 5;

const idleMs = 500;

interface LateOptions {
  readonly says?: Said;
  readonly isRare?: boolean;
  readonly isBounded?: boolean;
}

export interface LateComponent<Props> {
  (props: Props): ReactElement;
  /** Failures are only logged, since rendering tries again. */
  readonly preload: () => Promise<void>;
  /** Loads the code without suspending. True once it has loaded or failed; after a failure, rendering throws. */
  readonly useTried: () => boolean;
}

const late = new Set<{ readonly preload: () => Promise<void> }>();

type Said = "first" | "room" | "late";
let loadAlong = (_upTo: Said): Promise<unknown> => Promise.resolve();

/** Sets what else components of each step need: its words, and for late ones the late parts. */
export function loadAlongBy(load: typeof loadAlong): void {
  loadAlong = load;
}

let announceMissing = (): void => undefined;

/** WEB-9b: `announce` is called at most once. */
export function announceMissingBy(announce: () => void): void {
  announceMissing = () => {
    announceMissing = () => undefined;
    announce();
  };
}

/**
 * Unlike React's `lazy`, does not suspend once loaded, so that the first press shows within a frame. A rare component is not preloaded. A bounded
 * one, whose error boundary is its own, throws if its code does not load; any other is retried without end.
 */
export function lateComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { says = "late", isRare = false, isBounded = false }: LateOptions = {},
): LateComponent<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  let loaded: ComponentType<Props> | null = null;
  const most = isBounded ? attemptsMax : Number.POSITIVE_INFINITY;

  async function begin(): Promise<ComponentType<Props>> {
    const [code] = await Promise.all([loadCode(load, most), loadCode(() => loadAlong(says), most)]);
    loaded = code;
    return code;
  }

  function Late(props: Props): ReactElement {
    return createElement(loaded ?? use((loading ??= begin())), props);
  }

  function useTried(): boolean {
    const [isTried, setTried] = useState(loaded !== null);
    useEffect(() => {
      const end = (): void => setTried(true);
      if (!isTried) (loading ??= begin()).then(end, end);
    }, [isTried]);
    return isTried;
  }

  const preload = async (): Promise<void> => {
    try {
      await (loading ??= begin());
    } catch (error) {
      warn("A component could not be loaded ahead.", error);
      loading = null;
    }
  };
  const component = Object.assign(Late, { preload, useTried });
  if (!isRare) late.add(component);
  return component;
}

/** A late component that renders nothing until its code is loaded. */
export function lateOrNothing<Props extends object>(...how: Parameters<typeof lateComponent<Props>>) {
  const Late = lateComponent<Props>(...how);
  return (props: Props) => createElement(Suspense, { fallback: null }, createElement(Late, props));
}

/** Returns a function that loads code outside components, on first use or ahead of it. */
export function lateCode<Code>(load: () => Promise<Code>, most?: number): () => Promise<Code> {
  let loading: Promise<Code> | null = null;
  const forget = (): void => {
    loading = null;
  };
  const get = (): Promise<Code> => {
    if (loading === null) {
      loading = loadCode(load, most);
      loading.catch(forget);
    }
    return loading;
  };
  const noteFailure = (error: unknown): void => warn("Code could not be loaded ahead.", error);
  late.add({ preload: () => get().then(() => undefined, noteFailure) });
  return get;
}

export async function preloadComponents(): Promise<void> {
  for (const one of late) {
    // Code that does not load is retried without end, so it holds up the next only for a while.
    await Promise.race([
      one.preload(),
      new Promise<void>((resolve) => systemClock.later(attemptsMax * againMs, resolve)),
    ]);
  }
}

export const preloadComponentsWhenIdle = (): void => whenIdle(() => void preloadComponents());

export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(work, { timeout: 5000 });
  else systemClock.later(idleMs, work);
}

/** Retries up to `most` times, and endlessly while the device is offline. */
export async function loadCode<Code>(load: () => Promise<Code>, most = attemptsMax, attempt = 1): Promise<Code> {
  try {
    if (attempt > 1) await reloadStyles();
    return await load();
  } catch (error) {
    if (attempt >= most && hasNetwork()) throw error;
    if (attempt === attemptsMax && hasNetwork()) announceMissing();
    warn("A component did not load.", error);
  }
  await new Promise<void>((resolve) => systemClock.later(againMs, resolve));
  return loadCode(load, most, attempt + 1);
}

async function reloadStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(({ sheet, dataset }) => sheet === null || dataset["failed"] === "").map(reloadStyle));
}

function reloadStyle(link: HTMLLinkElement): Promise<unknown> {
  const again = document.createElement("link");
  again.rel = link.rel;
  again.href = link.href;
  const loaded = new Promise((resolve, reject) => {
    again.addEventListener("load", resolve);
    again.addEventListener("error", () => {
      // Chromium gives a failed link an empty sheet.
      again.dataset["failed"] = "";
      reject(new Error(`A style did not load: ${again.href}`));
    });
  });
  link.replaceWith(again);
  return loaded;
}

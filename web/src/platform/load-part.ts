import { type ComponentType, createElement, type ReactElement, use } from "react";
import { systemClock } from "./clock.ts";
import { warn } from "./log.ts";

/** Between two attempts, ms. */
const againMs = 2000;
/** Attempts before a part counts as gone, as by a new release. */
const attemptsMax = 5;

/** How long to wait before loading ahead where the browser does not report idle time, ms. */
const idleMs = 500;

/** A component whose code loads later. Drawn at once when loaded; suspends until then. */
export interface LatePart<Props> {
  (props: Props): ReactElement;
  /** Loads the code. A failure is only logged: drawing the part tries again. */
  readonly preload: () => Promise<void>;
}

const parts = new Set<LatePart<never>>();

/** Unlike React's `lazy`, a late part does not suspend once its code is there: the first press answers within a frame. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  let loaded: ComponentType<Props> | null = null;

  async function begin(): Promise<ComponentType<Props>> {
    loaded = await loadPart(load);
    return loaded;
  }

  function Part(props: Props): ReactElement {
    return createElement(loaded ?? use((loading ??= begin())), props);
  }

  const preload = async (): Promise<void> => {
    try {
      await (loading ??= begin());
    } catch (error) {
      warn("A part of the page could not be loaded ahead.", error);
      loading = null;
    }
  };
  const part = Object.assign(Part, { preload });
  parts.add(part);
  return part;
}

/** Loads all parts ahead, one by one, including those that a part brings along. */
export async function preloadParts(): Promise<void> {
  // A set that grows during iteration is iterated to its new end.
  for (const part of parts) await part.preload();
}

/** The same when the page is idle. */
export function preloadPartsWhenIdle(): void {
  const preload = (): void => void preloadParts();
  if ("requestIdleCallback" in window) window.requestIdleCallback(preload, { timeout: 5000 });
  else systemClock.later(idleMs, preload);
}

/** Loads a part of the page's code, again after a failure: a gap in the network, however long, is no reason to fail. */
async function loadPart<Part>(load: () => Promise<Part>, attempt = 1): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (attempt >= attemptsMax && navigator.onLine) throw error;
    warn("A part of the page did not load.", error);
  }
  await new Promise<void>((resolve) => systemClock.later(againMs, resolve));
  return loadPart(load, attempt + 1);
}

import { systemClock } from "./clock.ts";
import { warn } from "./log.ts";

/** Between two attempts, ms. */
const againMs = 2000;
/** Attempts before a part counts as gone: after a new release its file may be. */
const attemptsMax = 5;

/** Loads a part of the page's code, again after a failure: a gap in the network, however long, is no reason to fail. */
export async function loadPart<Part>(load: () => Promise<Part>, attempt = 1): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (attempt >= attemptsMax && navigator.onLine) throw error;
    warn("A part of the page did not load.", error);
  }
  await new Promise<void>((resolve) => systemClock.later(againMs, resolve));
  return loadPart(load, attempt + 1);
}

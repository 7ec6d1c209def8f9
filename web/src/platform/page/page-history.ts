import type { Address } from "./address.ts";
import { endBeginning } from "../input/early-key.ts";
import { framedPath, isInFrame } from "./page.ts";

/** A page in the history: its index, its own data, and the paths of the pages below it, nearest first. */
interface Page {
  readonly at: number;
  readonly below: readonly string[];
  readonly held: unknown;
  readonly href: string;
}

interface Entry extends Omit<Page, "href"> {
  readonly level: number;
}

const belowMax = 40;

/** BACK-1: open overlays, topmost last; the back button closes each. */
const over: { readonly close: () => void }[] = [];

/** The wanted page. If entries have to be removed first, the browser's history follows later. */
let page: Page = { at: 0, below: [], held: null, href: "" };
let isTurning = false;
let isMoving = false;
let report: (address: Address) => void = () => undefined;
const turns = new Set<() => void>();

export const currentAddress = (): Address => ({
  path: location.pathname,
  search: location.search,
  entry: entryNow().held,
});

/** Listens for navigation by the page, links or the back button, but not for overlays opening and closing. */
export function onAddressChange(listener: (address: Address) => void): void {
  report = listener;
  page = pageNow();
  window.addEventListener("popstate", arrive);
  settle();
}

/** Navigates to one of our paths, even the current one. `onAddressChange` fires before this returns. */
export function goToAddress(to: string, replace: boolean, held: unknown = null): void {
  const below = replace ? page.below : [pathOf(page), ...page.below].slice(0, belowMax);
  turnTo({ at: page.at + (replace ? 0 : 1), below, held, href: hrefOf(to) });
}

/** BACK-1b: goes back to a path if it is below in the history; otherwise replaces this page with it. */
export function goBackToAddress(to: string): void {
  const steps = page.below.indexOf(to) + 1;
  turnTo({ at: page.at - steps, below: page.below.slice(steps), held: null, href: hrefOf(to) });
}

export function layOver(close: () => void): () => void {
  const one = { close };
  over.push(one);
  queueMicrotask(settle);
  return () => {
    if (over.includes(one)) over.splice(over.indexOf(one), 1);
    queueMicrotask(settle);
  };
}

export function onTurn(listener: () => void): () => void {
  turns.add(listener);
  return () => turns.delete(listener);
}

export const turn = (): Page => page;

export function endTurn(): void {
  isTurning = false;
  queueMicrotask(settle);
}

function turnTo(next: Page): void {
  if (next.at !== page.at) endBeginning();
  page = next;
  isTurning = true;
  settle();
  const { pathname, search } = new URL(next.href, location.origin);
  report({ path: pathname, search, entry: next.held });
  for (const listener of turns) listener();
}

/** Brings the browser's history in line with the page and its overlays: removes obsolete entries, then adds new ones. */
function settle(): void {
  if (isMoving) return;
  const now = entryNow();
  const isThere = isSame(pageNow(), page);
  const level = isTurning ? 0 : over.length;
  const excess = now.at + now.level - page.at - (isThere ? level : 0);
  if (excess > 0) {
    isMoving = true;
    history.go(-excess);
    return;
  }
  if (!isThere) write(0, excess === 0);
  for (let each = isThere ? now.level : 0; each < level; each += 1) write(each + 1, false);
}

function write(level: number, replace: boolean): void {
  const { href, ...held } = page;
  const entry: Entry = { ...held, level };
  if (replace) history.replaceState(entry, "", href);
  else history.pushState(entry, "", href);
}

/** Handles the browser's arrival at an entry, by our navigation or by its back button. */
function arrive(): void {
  if (isMoving) {
    isMoving = false;
    settle();
    return;
  }
  const [before, next, { level }] = [page, pageNow(), entryNow()];
  const isHere = next.at === before.at && isSame(next, before);
  for (const { close } of over.splice(isHere ? level : 0).toReversed()) close();
  if (!isHere) {
    page = next;
    if (!isSameAddress(next, before)) report(currentAddress());
  }
  settle();
}

function entryNow(): Entry {
  const entry: unknown = history.state;
  return isEntry(entry) ? entry : { at: 0, level: 0, below: [], held: null };
}

const isEntry = (entry: unknown): entry is Entry =>
  typeof entry === "object" && entry !== null && "at" in entry && "level" in entry && "below" in entry;

function pageNow(): Page {
  const { at, below, held } = entryNow();
  return { at, below, held, href: location.pathname + location.search };
}

const isSame = (a: Page, b: Page): boolean => a.at === b.at && isSameAddress(a, b);

const isSameAddress = (a: Page, b: Page): boolean =>
  withoutFragment(a) === withoutFragment(b) && JSON.stringify(a.held) === JSON.stringify(b.held);

const withoutFragment = ({ href }: Page): string => href.replace(/#.*/, "");
const pathOf = ({ href }: Page): string => href.replace(/[?#].*/, "");
const hrefOf = (to: string): string => (isInFrame() ? framedPath(to) : to);

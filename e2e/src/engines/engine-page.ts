import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { isDeepStrictEqual } from "node:util";
import { vi } from "vitest";
import type { Engine, InputActions } from "./engine.ts";

export interface Target {
  readonly css: string;
  /** The accessible name: `aria-label`, the label's text, or the element's own text, in this order. */
  readonly name?: RegExp;
  readonly text?: string;
}

interface Seen {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isOnTop: boolean;
  readonly isFocused: boolean;
}

export interface EnginePage {
  readonly engine: Engine;
  /** Runs a function in the page, without its scope. Promises are not awaited. */
  readonly run: <Args extends readonly unknown[], Answer>(
    body: (...args: Args) => Answer,
    ...args: Args
  ) => Promise<Answer>;
  readonly find: (target: Target) => Promise<Seen[]>;
  readonly see: (target: Target, withinMs?: number) => Promise<Seen>;
  readonly seeNo: (target: Target, withinMs?: number) => Promise<void>;
  readonly click: (target: Target) => Promise<void>;
  readonly hover: (target: Target) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly typeInto: (target: Target, text: string) => Promise<void>;
}

export const keys = { enter: "\uE007", home: "\uE011", end: "\uE010" } as const;

export function createEnginePage(engine: Engine): EnginePage {
  const run: EnginePage["run"] = async (body, ...args) =>
    JSON.parse(await engine.call(String(body), JSON.stringify(args))) as never;
  const look = ({ css, name, text }: Target, isIntoView: boolean): Promise<Seen[]> =>
    run(lookAt, css, name?.source ?? "", text ?? "", isIntoView);
  const find: EnginePage["find"] = (target) => look(target, false);
  const expectSeen = async (target: Target, isThere: boolean): Promise<Seen[]> => {
    const attempt = async (): Promise<Seen[]> => {
      const seen = await find(target);
      if (seen.length > 0 === isThere) return seen;
      const shown = await run(() => document.body.innerText);
      throw new Error(`${isThere ? "no" : "still"} ${describeTarget(target)}, but:\n${shown}`);
    };
    return vi.waitFor(attempt, patient);
  };
  const see: EnginePage["see"] = async (target) => {
    const last = (await expectSeen(target, true)).at(-1);
    if (last === undefined) throw new Error("what was seen is gone");
    return last;
  };
  /** The target's position, once the target has stopped moving and is not covered. */
  const expectStill = async (target: Target): Promise<Seen> => {
    const before = (await look(target, true)).at(-1);
    const seen = (await look(target, false)).at(-1);
    if (seen?.isOnTop === true && isDeepStrictEqual(before, seen)) return seen;
    throw new Error(`${describeTarget(target)} is covered, or moves`);
  };
  const point = async (target: Target, actions: readonly ("pointerDown" | "pointerUp")[]): Promise<void> => {
    await see(target);
    const { x, y, width, height } = await vi.waitFor(() => expectStill(target), patient);
    await engine.perform(pointing(Math.round(x + width / 2), Math.round(y + height / 2), actions));
  };
  const click = (target: Target): Promise<void> => point(target, ["pointerDown", "pointerUp"]);
  const type = (text: string): Promise<void> => engine.perform(typing(text));
  const focus = async (target: Target): Promise<void> => {
    await click(target);
    if (!(await see(target)).isFocused) throw new Error(`${describeTarget(target)} has no focus after a click`);
  };
  return {
    engine,
    run,
    find,
    see,
    seeNo: async (target) => void (await expectSeen(target, false)),
    click,
    hover: (target) => point(target, []),
    type,
    typeInto: async (target, text) => {
      await vi.waitFor(() => focus(target), patient);
      await type(text);
    },
  };
}

/** Runs in the page: finds visible elements, and scrolls the last of them into view if `isIntoView`. */
function lookAt(css: string, name: string, text: string, isIntoView: boolean): Seen[] {
  const nameOf = (element: HTMLElement): string =>
    element.ariaLabel ??
    (element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : undefined) ??
    element.innerText;
  const found = [...document.querySelectorAll<HTMLElement>(css)].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      new RegExp(name, "u").test(nameOf(element)) &&
      element.innerText.includes(text),
  );
  if (isIntoView) found.at(-1)?.scrollIntoView({ block: "nearest", behavior: "instant" });
  return found.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const isOnTop = element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    return { text: element.innerText, x, y, width, height, isOnTop, isFocused: element === document.activeElement };
  });
}

const describeTarget = ({ css, name, text }: Target): string =>
  [css, name?.source, text].filter((part) => part !== undefined).join(" ");

function pointing(x: number, y: number, actions: readonly ("pointerDown" | "pointerUp")[]): InputActions {
  const pressing = actions.map((type) => ({ type, button: 0 }));
  const parameters = { pointerType: "mouse" } as const;
  return { type: "pointer", id: "mouse", parameters, actions: [{ type: "pointerMove", x, y }, ...pressing] };
}

function typing(text: string): InputActions {
  const actions = Array.from(text).flatMap((value) => [
    { type: "keyDown", value } as const,
    { type: "keyUp", value } as const,
  ]);
  return { type: "key", id: "keyboard", actions };
}

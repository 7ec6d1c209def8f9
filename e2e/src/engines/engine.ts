/** A page's size, px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An input source and its actions, as WebDriver and WebDriver BiDi both write it. */
export type InputActions =
  | { readonly type: "key"; readonly id: string; readonly actions: readonly KeyAction[] }
  | {
      readonly type: "pointer";
      readonly id: string;
      readonly parameters: { readonly pointerType: "mouse" };
      readonly actions: readonly PointerAction[];
    };

interface KeyAction {
  readonly type: "keyDown" | "keyUp";
  /** A character, or WebDriver's private character for a key without one. */
  readonly value: string;
}

type PointerAction =
  | { readonly type: "pointerMove"; readonly x: number; readonly y: number }
  | { readonly type: "pointerDown" | "pointerUp"; readonly button: number };

/** A browser with one page. Each promise settles within `patienceMs`, or rejects. */
export interface Engine {
  readonly open: (url: string) => Promise<void>;
  /** Gives the page itself this size, whatever surrounds it. */
  readonly resize: (size: Size) => Promise<void>;
  /** Calls a function, given as source text, in the page; arguments and result are JSON texts. */
  readonly call: (source: string, args: string) => Promise<string>;
  readonly perform: (input: InputActions) => Promise<void>;
  /** The folder that it saves files in, made with the first. */
  readonly downloads: string;
  /** Ends the browser with all processes that it started. */
  readonly close: () => Promise<void>;
}

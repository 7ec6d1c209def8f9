export interface Size {
  readonly width: number;
  readonly height: number;
}

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
  readonly value: string;
}

type PointerAction =
  | { readonly type: "pointerMove"; readonly x: number; readonly y: number }
  | { readonly type: "pointerDown" | "pointerUp"; readonly button: number };

/** A browser with one page. Every promise settles within `patienceMs`. */
export interface Engine {
  readonly open: (url: string) => Promise<void>;
  /** The size of the page, without the window's borders and bars. */
  readonly resize: (size: Size) => Promise<void>;
  /** Calls a function given as source text. Arguments and result are JSON. */
  readonly call: (source: string, args: string) => Promise<string>;
  readonly perform: (input: InputActions) => Promise<void>;
  /** A folder that is created by the first download. */
  readonly downloads: string;
  readonly close: () => Promise<void>;
}

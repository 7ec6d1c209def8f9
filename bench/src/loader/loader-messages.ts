import type { DeliveryTally } from "./delivery-checker.ts";

/** `name` identifies the opened sockets in later commands. */
export type OpenCommand = {
  readonly kind: "open";
  readonly name: string;
  readonly port: number;
  readonly path: string;
  readonly sockets: number;
};

export type LoaderCommand =
  | OpenCommand
  /** Replies when every socket has all events below `published`, or after `timeoutMs`. */
  | { readonly kind: "await-deliveries"; readonly name: string; readonly published: number; readonly timeoutMs: number }
  /** Sends a ping from every socket, so that no server drops them; replies after all pongs. */
  | { readonly kind: "keep-alive"; readonly name: string }
  | { readonly kind: "close"; readonly name: string };

/** Replies come in the order of the commands for the same name. */
export type LoaderAnswer =
  | { readonly kind: "done" }
  | {
      readonly kind: "deliveries";
      readonly tally: DeliveryTally;
      /** When each event since the previous reply was last delivered, in `monotonicMs`. */
      readonly lastAtMs: readonly number[];
    }
  | { readonly kind: "failed"; readonly message: string };

export type Numbered<Content> = { readonly number: number; readonly content: Content };

/** Monotonic milliseconds, comparable between processes. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

import type { DeliveryTally } from "./delivery-checker.ts";

/** Sockets that the loader opens and subscribes; `name` stands for all of them afterwards. */
export type OpenCommand = {
  readonly kind: "open";
  readonly name: string;
  readonly port: number;
  readonly path: string;
  readonly sockets: number;
};

/** What the bench tells its loader process. */
export type LoaderCommand =
  | OpenCommand
  /** Answered when every socket has the events below `published`, or when the time is over. */
  | { readonly kind: "await-deliveries"; readonly name: string; readonly published: number; readonly timeoutMs: number }
  /** A protocol ping from every socket, so that no server takes them for dead; answered when all pongs are back. */
  | { readonly kind: "keep-alive"; readonly name: string }
  | { readonly kind: "close"; readonly name: string };

/** What the loader answers, in the order of the commands of one name. */
export type LoaderAnswer =
  | { readonly kind: "done" }
  | {
      readonly kind: "deliveries";
      readonly tally: DeliveryTally;
      /** For each event since the last such answer: when the last socket had it, on the clock of `monotonicMs`. */
      readonly lastAtMs: readonly number[];
    }
  | { readonly kind: "failed"; readonly message: string };

/** A command or answer with the number that pairs them. */
export type Numbered<Content> = { readonly number: number; readonly content: Content };

/** Milliseconds on the machine's monotonic clock, comparable between processes. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

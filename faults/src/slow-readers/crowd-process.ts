import { constants, setPriority } from "node:os";
import { flood } from "./flood.ts";
import { sleep } from "../clock.ts";
import { readAll, readAllSlowly, type ReaderEnd } from "./slow-reader.ts";

// The flood, and those who do not read it, each in a process of their own: their work must not slow down who measures.

/** What is on its way to those who read arrives within this time. */
const settleMs = 1000;

/** One piece of a phase. */
export type CrowdOrder =
  /** Offers the bytes while two readers read all of them. */
  | { readonly kind: "flood"; readonly address: string; readonly bytes: number; readonly seconds: number }
  | { readonly kind: "slow"; readonly address: string; readonly readers: number };

/** That it can take its order, and what came of it. */
export type CrowdAnswer =
  | { readonly kind: "ready" }
  | { readonly kind: "flooded"; readonly offered: number; readonly readBytes: number }
  | { readonly kind: "ended"; readonly ends: readonly ReaderEnd[] }
  | { readonly kind: "failed"; readonly why: string };

async function run(order: CrowdOrder): Promise<CrowdAnswer> {
  if (order.kind === "flood") {
    const readers = [readAll(order.address), readAll(order.address)];
    const offered = await flood(order.address, order.bytes, order.seconds);
    await sleep(settleMs);
    return { kind: "flooded", offered, readBytes: Math.min(...readers.map((reader) => reader.stop())) };
  }
  // Readers are other machines' work; here they get what the server and who measures leave over.
  setPriority(constants.priority.PRIORITY_LOW);
  return { kind: "ended", ends: await readAllSlowly(order.address, order.readers) };
}

process.on("message", (order) => {
  // The parent sends nothing else.
  run(order as CrowdOrder)
    .catch((error: unknown): CrowdAnswer => ({ kind: "failed", why: String(error) }))
    .then((answer) => process.send?.(answer))
    .catch(() => process.exit(1));
});
process.on("disconnect", () => process.exit(0));
process.send?.({ kind: "ready" } satisfies CrowdAnswer);

import { takeOrder, yieldToOthers } from "../bystanders/crowd.ts";
import { sleep } from "../clock.ts";
import { flood } from "./flood.ts";
import { readAll, readAllSlowly, type ReaderEnd } from "./slow-reader.ts";

// The flood and the slow readers run in their own processes, so that they do not slow down the one that measures.

const settleMs = 1000;

type CrowdOrder =
  /** Sends the bytes to two readers, which read all of them. */
  | { readonly kind: "flood"; readonly address: string; readonly bytes: number; readonly seconds: number }
  | { readonly kind: "slow"; readonly address: string; readonly readers: number };

type CrowdAnswer =
  | { readonly kind: "flooded"; readonly offered: number; readonly readBytes: number }
  | { readonly kind: "ended"; readonly ends: readonly ReaderEnd[] };

export interface SlowCrowd {
  readonly order: CrowdOrder;
  readonly answer: CrowdAnswer;
}

takeOrder<SlowCrowd>(async (order) => {
  if (order.kind === "flood") {
    const readers = [readAll(order.address), readAll(order.address)];
    const offered = await flood(order.address, order.bytes, order.seconds);
    await sleep(settleMs);
    return { kind: "flooded", offered, readBytes: Math.min(...readers.map((reader) => reader.stop())) };
  }
  yieldToOthers();
  return { kind: "ended", ends: await readAllSlowly(order.address, order.readers) };
});

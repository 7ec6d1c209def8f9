import { every } from "../clock.ts";
import type { Product } from "../product/product.ts";

const mib = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** Samples the server's memory five times a second until `end`, which returns MiB. */
export function watchMemory(product: Product): { end(): { start: number; peak: number; end: number } } {
  const start = product.residentBytes();
  let peak = start;
  const stop = every(200, () => {
    peak = Math.max(peak, product.residentBytes());
  });
  return {
    end() {
      stop();
      return { start: mib(start), peak: mib(peak), end: mib(product.residentBytes()) };
    },
  };
}

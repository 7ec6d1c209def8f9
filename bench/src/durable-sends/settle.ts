/** Waits for deferred work, which still counts, before reading CPU. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300));
}

/** Waits until deferred work is done, so that it is included in the CPU time that is read next. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300));
}

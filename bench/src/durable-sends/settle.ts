/** Waits for deferred work before CPU time is read, since it must count too. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300));
}

/** Work that was put off until after the last delivery still counts: waited for before a CPU reading. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300));
}

/** Logs to the browser's console. Never pass it anything that people have written. */
export function warn(sentence: string, detail?: unknown): void {
  // oxlint-disable-next-line no-console -- no other code writes to the console
  console.warn(sentence, detail ?? "");
}

/** Reloads the page when its fragment changes, as when another link is opened in the same tab. Returns what stops it. */
export function reloadOnFragment(): () => void {
  const reload = (): void => location.reload();
  addEventListener("hashchange", reload);
  return () => removeEventListener("hashchange", reload);
}

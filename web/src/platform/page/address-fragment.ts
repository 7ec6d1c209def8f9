let taken = "";

/** What stands behind the `#` of the address, which loses it: a secret neither stays on screen nor in the history (USR-5b). */
export function takeFragment(): string {
  const { hash, pathname, search } = window.location;
  if (hash === "") return taken;
  taken = hash.slice(1);
  window.history.replaceState(window.history.state, "", pathname + search);
  return taken;
}

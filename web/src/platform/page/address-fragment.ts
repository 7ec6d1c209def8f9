let taken = "";

/** Takes the fragment out of the address, so a secret stays neither on screen nor in the history (USR-5b). */
export function takeFragment(): string {
  const { hash, pathname, search } = window.location;
  if (hash === "") return taken;
  taken = hash.slice(1);
  window.history.replaceState(window.history.state, "", pathname + search);
  return taken;
}

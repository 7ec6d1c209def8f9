/** Has the browser ask before the page is left, while `isWorthIt`. Returns how to stop. */
export function warnBeforeUnload(isWorthIt: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent): void => {
    if (isWorthIt()) event.preventDefault();
  };
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}

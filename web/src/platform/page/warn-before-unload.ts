export function warnBeforeUnload(isWorthIt: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent): void => {
    if (isWorthIt()) event.preventDefault();
  };
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}

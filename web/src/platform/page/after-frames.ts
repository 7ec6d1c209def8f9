/** Runs something once so many frames were drawn. Returns the way to give up. */
export function afterFrames(count: number, run: () => void): () => void {
  let left = count;
  let frame = requestAnimationFrame(next);
  function next(): void {
    left -= 1;
    if (left > 0) frame = requestAnimationFrame(next);
    else run();
  }
  return () => cancelAnimationFrame(frame);
}

import { onWindow } from "./window-attention.ts";

/** Prints once the element's pictures are decoded, and calls `done` after printing. Returns a function that cancels this. */
export function printPage(element: HTMLElement, done: () => void): () => void {
  let isStopped = false;
  const stopListening = onWindow(["afterprint"], done);
  const pictures = Array.from(element.querySelectorAll("img"), (picture) => picture.decode().catch(() => undefined));
  void Promise.all(pictures).then(() => {
    if (!isStopped) window.print();
  });
  return () => {
    isStopped = true;
    stopListening();
  };
}

export function onPrint(before: () => void, after: () => void): () => void {
  const stops = [onWindow(["beforeprint"], before), onWindow(["afterprint"], after)];
  return () => stops.forEach((stop) => stop());
}

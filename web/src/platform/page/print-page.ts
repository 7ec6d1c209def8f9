import { onWindow } from "./window-attention.ts";

/** Prints the page once the pictures of an element can be drawn, and calls when the browser has done with it; returns how to stop. */
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

/** Prints the page once the pictures of an element can be drawn, and calls when the browser has done with it; returns how to stop. */
export function printPage(element: HTMLElement, done: () => void): () => void {
  let isStopped = false;
  window.addEventListener("afterprint", done);
  const pictures = Array.from(element.querySelectorAll("img"), (picture) => picture.decode().catch(() => undefined));
  void Promise.all(pictures).then(() => {
    if (!isStopped) window.print();
  });
  return () => {
    isStopped = true;
    window.removeEventListener("afterprint", done);
  };
}

export function onPrint(before: () => void, after: () => void): () => void {
  window.addEventListener("beforeprint", before);
  window.addEventListener("afterprint", after);
  return () => {
    window.removeEventListener("beforeprint", before);
    window.removeEventListener("afterprint", after);
  };
}

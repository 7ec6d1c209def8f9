import { warn } from "../log.ts";

export const hostOrigin = (): string | null => ("ancestorOrigins" in location && location.ancestorOrigins[0]) || null;

export function onHostMessage(listen: (message: { readonly origin: string; readonly data: unknown }) => void): void {
  window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === window.parent) listen({ origin, data });
  });
}

export function postToHost(message: object, origin: string, port?: MessagePort): void {
  try {
    window.parent.postMessage(message, origin, port === undefined ? [] : [port]);
  } catch (error) {
    warn("The host cannot be told.", error);
  }
}

export type HostPort = ReturnType<typeof openHostPort>;

export function openHostPort(listen: (data: unknown) => void) {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", ({ data }) => listen(data));
  port1.start();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port reaches only its other end
  return {
    post: (message: object): void => port1.postMessage(message),
    close: (): void => port1.close(),
    theirs: port2,
  };
}

/** EMB-5d: Escape and F6 leave the frame if nothing in the page used them. */
export function leaveByKeys(): void {
  window.addEventListener("keydown", (event) => {
    const { key, defaultPrevented, isComposing } = event;
    if ((key !== "Escape" && key !== "F6") || defaultPrevented || isComposing) return;
    if (document.querySelector("dialog:modal, [role=menu]")) return;
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.parent.focus();
  });
}

export const contentHeight = (): number => Math.ceil(document.documentElement.scrollHeight);

export function onContentResize(listen: () => void): void {
  new ResizeObserver(listen).observe(document.documentElement);
}

/** EMB-6: makes the document report as hidden while its host hides it, whatever the state of the window and the focus. */
export function showDocument(isShown: boolean): void {
  if (isShown) Reflect.deleteProperty(document, "visibilityState");
  else Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

export const onPageEnd = (listen: () => void): void => window.addEventListener("pagehide", listen);

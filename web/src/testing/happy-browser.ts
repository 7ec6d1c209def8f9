/** Adds what the page needs and happy-dom lacks. Without a layout, every row is in view, and nothing scrolls. */
export function standInForBrowser(): void {
  if (window.ResizeObserver === EverySize) return;
  Object.assign(window, { ResizeObserver: EverySize, IntersectionObserver: AllInView, isSecureContext: true });
  Reflect.deleteProperty(Object.getPrototypeOf(navigator), "locks");
  // Idle callbacks never run, since all code is loaded before the first page.
  Object.assign(window, { requestIdleCallback: () => 0 });
  define(HTMLElement.prototype, "offsetParent", { get: () => document.body });
  define(HTMLElement.prototype, "clientWidth", { get: () => widthPx });
  define(HTMLElement.prototype, "clientHeight", { get: windowOf });
  define(HTMLElement.prototype, "scrollHeight", { get: windowOf });
  for (const name of ["scrollTo", "scrollBy", "scrollIntoView"])
    define(Element.prototype, name, { value: () => undefined });
  showDialogs();
  knowSelectors();
  // As in a browser, moves in the history are asynchronous.
  const go = history.go.bind(history);
  history.go = (steps = 0) => queueMicrotask(() => go(steps));
  history.back = () => history.go(-1);
}

export function noteNavigation(type: "navigate" | "reload"): void {
  const entries = [{ type, name: location.href }];
  define(performance, "getEntriesByType", { value: (kind: string) => (kind === "navigation" ? entries : []) });
}

const widthPx = 800;
const rowPx = 40;
const listPx = 100_000;

function windowOf(this: HTMLElement): number {
  return this.dataset["scroller"] === undefined ? rowPx : listPx;
}

const define = (of: object, name: string, property: PropertyDescriptor): void => {
  Object.defineProperty(of, name, { ...property, configurable: true });
};

class EverySize implements ResizeObserver {
  readonly #report: ResizeObserverCallback;
  #observed = new Set<Element>();
  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }
  observe(target: Element): void {
    this.#observed.add(target);
    queueMicrotask(() => {
      if (!this.#observed.has(target)) return;
      const contentRect = new DOMRect(0, 0, target.clientWidth, target.clientHeight);
      this.#report(
        [{ target, contentRect, borderBoxSize: [], contentBoxSize: [], devicePixelContentBoxSize: [] }],
        this,
      );
    });
  }
  unobserve(target: Element): void {
    this.#observed.delete(target);
  }
  disconnect(): void {
    this.#observed.clear();
  }
}

class AllInView implements Pick<IntersectionObserver, "observe" | "unobserve" | "disconnect"> {
  readonly #report: (entries: readonly { readonly target: Element; readonly isIntersecting: boolean }[]) => void;
  #observed = new Set<Element>();
  constructor(report: (entries: readonly { readonly target: Element; readonly isIntersecting: boolean }[]) => void) {
    this.#report = report;
  }
  observe(target: Element): void {
    this.#observed.add(target);
    queueMicrotask(() => {
      if (this.#observed.has(target)) this.#report([{ target, isIntersecting: true }]);
    });
  }
  unobserve(target: Element): void {
    this.#observed.delete(target);
  }
  disconnect(): void {
    this.#observed.clear();
  }
}

/** Emulates pseudo-classes that happy-dom does not know. Every open dialog counts as modal. */
function knowSelectors(): void {
  // oxlint-disable-next-line typescript/unbound-method -- both are called on an element below
  const [{ matches }, { querySelector }] = [Element.prototype, Document.prototype];
  function matchesNow(this: Element, selector: string): boolean {
    return selector === ":focus-within" ? this.contains(document.activeElement) : matches.call(this, selector);
  }
  define(Element.prototype, "matches", { value: matchesNow });
  Document.prototype.querySelector = function findModal(selector: string) {
    return querySelector.call(this, selector.replace("dialog:modal", "dialog[open]"));
  };
}

/** Emulates modal dialogs, which take the focus, restore it, and close on Escape. */
function showDialogs(): void {
  const openers = new WeakMap<HTMLDialogElement, Element | null>();
  // oxlint-disable-next-line typescript/unbound-method -- it is called on an element below
  const { close } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function showModal() {
    openers.set(this, document.activeElement);
    this.setAttribute("open", "");
    this.querySelector<HTMLElement>("[autofocus], input, button, textarea, select, a[href]")?.focus();
    this.addEventListener("keydown", closeByEscape);
  };
  HTMLDialogElement.prototype.close = function closeAndReturn(value) {
    this.removeEventListener("keydown", closeByEscape);
    const opener = openers.get(this);
    close.call(this, value);
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };
}

function closeByEscape(this: HTMLDialogElement, event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  // Only the inner one of nested dialogs closes.
  event.stopPropagation();
  if (this.dispatchEvent(new Event("cancel", { cancelable: true }))) this.close();
}

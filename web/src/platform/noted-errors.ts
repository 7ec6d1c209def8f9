export type NotedErrors = ReturnType<typeof keepErrors>;

/** What fails while a page starts often fails again and again. */
const notedMax = 10;

export interface ErrorEvents {
  readonly error: { readonly error?: unknown };
  readonly unhandledrejection: { readonly reason: unknown };
}

interface ErrorScope {
  readonly addEventListener: <Name extends keyof ErrorEvents>(
    name: Name,
    listen: (event: ErrorEvents[Name]) => void,
  ) => void;
}

/** REP-1e: keeps the first errors until somebody takes them. */
export function keepErrors(scope: ErrorScope) {
  const noted: unknown[] = [];
  let receive = (error: unknown): void => {
    if (noted.length < notedMax) noted.push(error);
  };
  const note = (error: unknown): void => receive(error);
  scope.addEventListener("error", ({ error }) => {
    // Without one it is a complaint of the browser's own, such as about a `ResizeObserver`.
    if (error) note(error);
  });
  scope.addEventListener("unhandledrejection", ({ reason }) => note(reason));
  return {
    note,
    /** Hands over those that are kept, then each later one. */
    take: (next: (error: unknown) => void): void => {
      receive = next;
      noted.splice(0).forEach(next);
    },
  };
}

export const keepPageErrors = (): NotedErrors => keepErrors(window);

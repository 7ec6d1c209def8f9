export type NotedErrors = ReturnType<typeof keepErrors>;

/** How many startup errors are stored: they tend to repeat, so few are needed. */
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

/** REP-1e: stores the first errors until `take` is called. */
export function keepErrors(scope: ErrorScope) {
  const noted: unknown[] = [];
  let receive = (error: unknown): void => {
    if (noted.length < notedMax) noted.push(error);
  };
  const note = (error: unknown): void => receive(error);
  scope.addEventListener("error", ({ error }) => {
    // Events without an error are the browser's own warnings, for example about `ResizeObserver`.
    if (error) note(error);
  });
  scope.addEventListener("unhandledrejection", ({ reason }) => note(reason));
  return {
    note,
    take: (next: (error: unknown) => void): void => {
      receive = next;
      noted.splice(0).forEach(next);
    },
  };
}

export const keepPageErrors = (): NotedErrors => keepErrors(window);

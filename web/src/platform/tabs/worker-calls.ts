interface WorkerCall {
  readonly request: unknown;
  readonly answer: unknown;
}

interface Answered {
  readonly id: number;
  readonly value?: unknown;
}

export function answerCalls(answer: (request: never) => Promise<unknown>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has the origin of its page
  const post = (answered: Answered): void => self.postMessage(answered);
  // Only the worker's own page posts here.
  self.addEventListener("message", ({ data: { id, request } }: MessageEvent<{ id: number; request: never }>) => {
    answer(request).then(
      (value) => post({ id, value }),
      () => post({ id }),
    );
  });
}

/** Makes calls to a worker, which starts on demand and ends when idle. Returns null on failure or without workers. */
export function createWorkerCalls<Call extends WorkerCall>(
  open: () => Worker,
): (request: Call["request"]) => Promise<Call["answer"] | null> {
  const waiting = new Map<number, (answer: Call["answer"] | null) => void>();
  let worker: Worker | null = null;
  let last = 0;

  function settle(id: number, value: Call["answer"] | null): void {
    const resolve = waiting.get(id);
    waiting.delete(id);
    resolve?.(value);
    if (waiting.size > 0) return;
    worker?.terminate();
    worker = null;
  }

  function start(): Worker {
    const started = open();
    started.addEventListener("message", ({ data }: MessageEvent<Answered>) => settle(data.id, data.value ?? null));
    started.addEventListener("error", () => {
      for (const id of waiting.keys()) settle(id, null);
    });
    return started;
  }

  function post(called: { readonly id: number; readonly request: Call["request"] }): void {
    worker ??= start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has the origin of its page
    worker.postMessage(called);
  }

  return (request) =>
    new Promise((resolve) => {
      const id = (last += 1);
      waiting.set(id, resolve);
      post({ id, request });
    });
}

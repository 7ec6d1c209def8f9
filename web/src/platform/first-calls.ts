declare global {
  // oxlint-disable-next-line no-var -- a property of the window, by path and headers
  var firstCalls: Map<string, Promise<Response>> | undefined;
}

/** PERF-1h: the answer to a request that the page's head has sent (`public/first-calls.js`), for whoever asks first. */
export function takeFirstCall(path: string, headers: Readonly<Record<string, string>>): Promise<Response> | undefined {
  const key = JSON.stringify([path, headers]);
  const answer = globalThis.firstCalls?.get(key);
  globalThis.firstCalls?.delete(key);
  return answer;
}

/** Drops what nobody asked for: by now it is old. */
export function dropFirstCalls(): void {
  globalThis.firstCalls = undefined;
}

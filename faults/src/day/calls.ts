import { type CallerOptions, createCaller, type HttpCaller } from "../clients/http-caller.ts";

type Method = Parameters<HttpCaller["call"]>[0];

/** The timeout of calls is long, since a late response from a busy machine is not a fault. */
export const patienceMs = 60_000;

/** Makes one call that does not belong to a device. Throws unless the response is 2xx. */
export async function callOnce(
  caller: Pick<CallerOptions, "address" | "token" | "from">,
  method: Method,
  path: string,
  body?: unknown,
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are read as a stranger would: no schema is shared with the server
): Promise<any> {
  const http = createCaller({ ...caller, timeoutMs: patienceMs });
  const answer = await http.call(method, path, body);
  http.close();
  if (answer.kind === "answer" && answer.status < 300) return answer.body;
  throw new Error(`${method} ${path} came to ${JSON.stringify(answer)}`);
}

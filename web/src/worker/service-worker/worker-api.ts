import { type ApiClient, createApiClient } from "../../api/api-client.ts";
import { sendHttp } from "../../platform/http.ts";
import type { WorkerSession } from "../worker-session.ts";

export const workerApi = ({ token, language }: WorkerSession): ApiClient =>
  createApiClient({
    send: sendHttp,
    token: () => token,
    language: () => language,
    // Whether a session has ended is for the next page to find out.
    onRejected: () => undefined,
  });

/** Not a bug: by failing with it an event has the browser set it off again later. */
export class WaitAgain extends Error {}

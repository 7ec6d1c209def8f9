import { type ApiClient, createApiClient } from "../../api/api-client.ts";
import { sendHttp } from "../../platform/http.ts";
import type { WorkerSession } from "../worker-session.ts";

export const workerApi = ({ token, language }: WorkerSession): ApiClient =>
  createApiClient({
    send: sendHttp,
    token: () => token,
    language: () => language,
    // The next page will find out whether the session has ended.
    onRejected: () => undefined,
  });

/** An error that is not a bug: failing with it makes the browser repeat the event later. */
export class WaitAgain extends Error {}

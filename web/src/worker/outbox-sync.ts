import { createApiClient } from "../api/api-client.ts";
import { readRow } from "../outbox/journal.ts";
import { publishBody } from "../outbox/publish-body.ts";
import type { Clock } from "../platform/clock.ts";
import { sendHttp } from "../platform/http.ts";
import { joinTabs } from "../platform/other-tabs.ts";
import { deviceRows } from "../platform/stored-rows.ts";
import { outboxTag } from "./outbox-tag.ts";
import { sendStored } from "./stored-texts.ts";
import { storedWorkerSession, type WorkerSession } from "./worker-session.ts";
import type { WorkerScope } from "./worker-scope.ts";

/** SW-1c: once the browser has a network again, what waits is sent, as by a tab that finds all others closed (SEND-3). */
export function sendWhenBack(scope: WorkerScope, clock: Clock): void {
  let running: Promise<void> | null = null;
  const sendOnce = (): Promise<void> =>
    (running ??= sendAll(clock).finally(() => {
      running = null;
    }));
  scope.addEventListener("sync", (event) => {
    // Two at once would take each other for an open tab.
    if (event.tag === outboxTag) event.waitUntil(sendOnce());
  });
}

async function sendAll(clock: Clock): Promise<void> {
  const session = await storedWorkerSession();
  if (session === null || (await isAnyTabOpen(session, clock))) return;
  const api = createApiClient({
    send: sendHttp,
    token: () => session.token,
    language: () => session.language,
    // Whether a session has ended is for the next page to find out.
    onRejected: () => undefined,
  });
  const rows = (await deviceRows.all(session.owner)).flatMap(({ position, value }) =>
    typeof value === "object" ? (readRow({ position, ...value }) ?? []) : [],
  );
  const isDone = await sendStored({
    rows,
    publish: (message) =>
      api.call("publishMessage", { params: { roomId: String(message.roomId) }, body: publishBody(message) }),
    onSent: (clientId) => deviceRows.remove(clientId),
    now: clock.now(),
  });
  // The browser tries again later.
  if (!isDone) throw new Error("Messages wait.");
}

/** Whether a tab answers the roll call: it sends what waits itself, and adopts from those that do not (decision 0027). */
async function isAnyTabOpen({ owner }: WorkerSession, clock: Clock): Promise<boolean> {
  const tabs = joinTabs({ name: `cuplaj.outbox.${owner}`, tabId: "worker", clock, onWord: () => undefined });
  const present = await new Promise<readonly string[]>((resolve) => tabs.callRoll(resolve));
  tabs.leave();
  return present.length > 0;
}

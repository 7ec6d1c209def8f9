import { readRow } from "../../outbox/journal.ts";
import { publishBody, inOrder, laneOf, requestBody } from "../../state/messages/pending-messages.ts";
import type { Clock } from "../../platform/clock.ts";
import { joinTabs } from "../../platform/tabs/other-tabs.ts";
import { deviceRows } from "../../platform/storage/stored-rows.ts";
import type { PendingMessage } from "../../state/entities.ts";
import { outboxTag, storedWorkerSession, type WorkerSession } from "../worker-session.ts";
import { WaitAgain, workerApi } from "./worker-api.ts";
import type { WorkerScope } from "./worker-scope.ts";
import type { CallResult } from "../../api/api-client.ts";
import { isRefusal } from "../../state/retries/may-pass.ts";

/** How many times the worker calls the roll of tabs, and the pause between calls, in ms. The browser repeats an event that fails. */
const looksMax = 6;
const lookAgainMs = 3000;

/** SW-1c: sends waiting texts once there is a network, like a tab that finds all others closed (SEND-3). */
export function sendWhenBack(scope: WorkerScope, clock: Clock): void {
  let running: Promise<void> | null = null;
  const sendOnce = (): Promise<void> =>
    (running ??= sendAll(clock).finally(() => {
      running = null;
    }));
  scope.addEventListener("sync", (event) => {
    // Two simultaneous runs would each take the other for an open tab.
    if (event.tag === outboxTag) event.waitUntil(sendOnce());
  });
}

/** Sends the texts if no tab is open to do so. A closing tab may still reply, so the roll is called repeatedly. */
async function sendAll(clock: Clock): Promise<void> {
  for (let look = 1; look <= looksMax; look += 1) {
    const session = await storedWorkerSession();
    const rows = session === null ? [] : await waitingRows(session);
    if (session === null || rows.length === 0) return;
    if (!(await isAnyTabOpen(session, clock))) {
      await sendRows(session, rows, clock);
      return;
    }
    await new Promise<void>((resolve) => clock.later(lookAgainMs, resolve));
  }
  throw new WaitAgain("A tab has what waits.");
}

const waitingRows = async ({ owner }: WorkerSession): Promise<readonly PendingMessage[]> =>
  (await deviceRows.all(owner))
    .flatMap(({ position, value }) => (typeof value === "object" ? (readRow({ position, ...value }) ?? []) : []))
    .filter(isSendable);

async function sendRows(session: WorkerSession, rows: readonly PendingMessage[], clock: Clock): Promise<void> {
  const api = workerApi(session);
  const isDone = await sendStored({
    rows,
    publish: ({ request, ...message }) =>
      request
        ? api.call("createRequest", { body: requestBody({ ...message, request }, []) })
        : api.call("publishMessage", { params: { roomId: String(message.roomId) }, body: publishBody(message) }),
    onSent: (clientId) => deviceRows.remove(clientId),
    now: clock.now(),
  });
  if (!isDone) throw new WaitAgain("Messages wait.");
}

/** Whether a tab replies to the roll call: a tab sends its own messages and adopts others (decision 0027). */
async function isAnyTabOpen({ owner }: WorkerSession, clock: Clock): Promise<boolean> {
  const tabs = joinTabs({ name: `cuplaj.outbox.${owner}`, tabId: "worker", clock, onWord: () => undefined });
  const present = await new Promise<readonly string[]>((resolve) => tabs.callRoll(resolve));
  tabs.leave();
  return present.length > 0;
}

interface SendSetup {
  readonly rows: readonly PendingMessage[];
  readonly publish: (message: PendingMessage) => Promise<CallResult<unknown>>;
  readonly onSent: (clientId: string) => Promise<void>;
  readonly now: number;
}

/** Whether the worker may send a message: only pages send files, and refused messages need a person's decision. */
const isSendable = ({ file, request, status }: PendingMessage): boolean =>
  file === undefined && !request?.photos.length && status !== "failed";

/** SW-1c: sends texts as a page would (SEND-3). Returns whether everything that can be done now has been done. */
export async function sendStored(setup: SendSetup): Promise<boolean> {
  const texts = inOrder(setup.rows.filter(isSendable));
  const lanes = Map.groupBy(texts, laneOf);
  const done = await Promise.all([...lanes.values()].map((lane) => sendLane(lane, setup)));
  return done.every(Boolean);
}

async function sendLane(lane: readonly PendingMessage[], { publish, onSent, now }: SendSetup): Promise<boolean> {
  for (const message of lane) {
    if ((message.notBefore ?? 0) > now) return false;
    const result = await publish(message);
    if (result.ok) await onSent(message.clientId);
    // Skips a refused text, which the next page shows; if the session has ended, sending stops.
    else if (!isRefusal(result.error)) return result.error.code === "unauthenticated";
  }
  return true;
}

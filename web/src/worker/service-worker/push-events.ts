import type { PushPayload } from "@cuplaj/protocol/push.ts";
import { showBadge } from "../../platform/page/app-badge.ts";
import type { Clock } from "../../platform/clock.ts";
import { warn } from "../../platform/log.ts";
import { inNotificationTurn } from "../../platform/tabs/notification-turn.ts";
import { subscribeBy } from "../../platform/tabs/push-manager.ts";
import { openPath } from "./open-path.ts";
import { dataOf, generalNotification, type ShownPush, notificationOf, pathOf, readPush } from "./push-notification.ts";
import { markRead, markReadWhenBack } from "./read-marks.ts";
import { ask, type ToPage } from "../worker-messages.ts";
import { openPages, type WorkerEvents, type WorkerScope } from "./worker-scope.ts";
import { workerApi } from "./worker-api.ts";
import { storedWorkerSession } from "../worker-session.ts";

/** Shows pushes, and does what is pressed on them (PUSH-9, PUSH-10). */
export function addPushEvents(scope: WorkerScope, clock: Clock): void {
  scope.addEventListener("push", (event) => event.waitUntil(receivePush(scope, event, clock)));
  scope.addEventListener("notificationclick", (event) => event.waitUntil(answerClick(scope, event, clock)));
  scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAnew(scope)));
  markReadWhenBack(scope);
}

async function receivePush(scope: WorkerScope, { data }: WorkerEvents["push"], clock: Clock): Promise<void> {
  const session = await storedWorkerSession();
  const push = session && readPush(data?.text() ?? "");
  if (push) return await receiveNews(scope, push, clock);
  // Browsers want a notification for each push, and end a subscription that shows none.
  await show(scope, generalNotification(session?.language ?? "ro"));
  if (!session) await (await scope.registration.pushManager.getSubscription())?.unsubscribe();
}

/** A push that was overtaken says less than what is shown; the same one again rings no more. */
async function receiveNews(scope: WorkerScope, push: PushPayload, clock: Clock): Promise<void> {
  const [shown] = await inNotificationTurn(() => scope.registration.getNotifications({ tag: push.room }));
  const shownSeq = (shown && dataOf(shown)?.seq) ?? 0;
  if (push.message_seq < shownSeq) return;
  await showBadge(push.badge);
  if (await isLookedAt(scope, push.room, clock)) return;
  await show(scope, notificationOf(push, push.message_seq > shownSeq));
}

const show = ({ registration }: WorkerScope, { title, options }: ShownPush): Promise<void> =>
  inNotificationTurn(() => registration.showNotification(title, options));

/** PUSH-9b: whether a person has the room before their eyes, which browsers take for having been shown. */
async function isLookedAt(scope: WorkerScope, room: string, clock: Clock): Promise<boolean> {
  const pages = await openPages(scope);
  const page = pages.find(({ focused, visibilityState }) => focused && visibilityState === "visible");
  if (!page) return false;
  const asked: ToPage = { type: "room-asked" };
  return (await ask((ports) => page.postMessage(asked, ports), clock.later)) === room;
}

async function answerClick(
  scope: WorkerScope,
  { notification, action }: WorkerEvents["notificationclick"],
  clock: Clock,
): Promise<void> {
  notification.close();
  const data = dataOf(notification);
  const isDone = action === "read" && data !== null && (await markRead(scope, data));
  if (!isDone) await openPath(scope, pathOf(notification), clock);
}

/**
 * NOTE-1e: the browser has ended the subscription; one that it has made itself meanwhile is the one that it gives. What fails is left to
 * the next page (NOTE-1e).
 */
async function subscribeAnew({ registration }: WorkerScope): Promise<void> {
  const session = await storedWorkerSession();
  if (session === null) return;
  const api = workerApi(session);
  const settings = await api.call("settings");
  if (!settings.ok) return;
  try {
    const body = await subscribeBy(registration.pushManager, settings.value.vapid_public_key);
    await api.call("subscribePush", { body });
  } catch (error) {
    warn("The browser made no other push subscription.", error);
  }
}

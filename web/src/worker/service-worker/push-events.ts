import type { PushPayload } from "@cuplaj/protocol/push.ts";
import { showBadge } from "../../platform/page/page.ts";
import type { Clock } from "../../platform/clock.ts";
import { warn } from "../../platform/log.ts";
import { inNotificationTurn } from "../../platform/tabs/tab-claim.ts";
import { subscribeBy } from "../../platform/tabs/push-manager.ts";
import {
  dataOf,
  generalNotification,
  notificationOf,
  pathOf,
  readPush,
  type ShownPush,
  type NotificationData,
} from "./push-notification.ts";
import { ask, type ToPage } from "../worker-messages.ts";
import { openPages, type WorkerEvents, type WorkerScope, type WorkerRegistration } from "./worker-scope.ts";
import { workerApi, WaitAgain } from "./worker-api.ts";
import { storedWorkerSession } from "../worker-session.ts";
import { isServerAway } from "../../state/retries/may-pass.ts";

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
  // Browsers require a notification for each push, and end the subscription if a push shows none.
  await show(scope, generalNotification(session?.language ?? "ro"));
  if (!session) await (await scope.registration.pushManager.getSubscription())?.unsubscribe();
}

/** Shows a push, unless a newer one is already shown. A repeated push does not ring again. */
async function receiveNews(scope: WorkerScope, push: PushPayload, clock: Clock): Promise<void> {
  const [shown] = await inNotificationTurn(() => scope.registration.getNotifications({ tag: push.room }));
  const shownSeq = (shown && dataOf(shown)?.seq) ?? 0;
  if (push.message_seq < shownSeq) return;
  await showBadge(push.badge);
  if (await isLookedAt(scope, push.room, clock)) return;
  await show(scope, notificationOf(push, push.message_seq > shownSeq));
  await noteShown(push);
}

/** POST-7: a failure only costs an e-mail. */
async function noteShown({ room, message_seq: seq }: PushPayload): Promise<void> {
  const session = await storedWorkerSession();
  if (session !== null) await workerApi(session).call("notePushShown", { body: { room, seq } });
}

const show = ({ registration }: WorkerScope, { title, options }: ShownPush): Promise<void> =>
  inNotificationTurn(() => registration.showNotification(title, options));

/** PUSH-9b: whether the person is looking at the room; if so, browsers require no notification. */
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

/** NOTE-1e: subscribes again after the browser has ended the subscription. If that fails, the next page subscribes. */
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

/** PUSH-10: navigates the most recently focused window, without a reload, or opens one. */
async function openPath(scope: WorkerScope, path: string, clock: Clock): Promise<void> {
  const [page] = await openPages(scope);
  if (!page) {
    await scope.clients.openWindow(path);
    return;
  }
  // Focuses the page first, since a background page may be frozen.
  await page.focus().catch((error: unknown) => warn("The window could not be brought to the front.", error));
  const asked: ToPage = { type: "open-path", path };
  if ((await ask((ports) => page.postMessage(asked, ports), clock.later)) !== true) await page.navigate(path);
}

type ReadMark = Pick<NotificationData, "room" | "seq">;

/** The tag of a background sync, in which a waiting read mark is stored. */
const tagOf = ({ room, seq }: ReadMark): string => `read ${seq} ${room}`;

function markOfTag(tag: string): ReadMark | null {
  const [, seq = "", room] = /^read (\d+) (.+)$/.exec(tag) ?? [];
  return room === undefined ? null : { room, seq: Number(seq) };
}

/** PUSH-10a: reports the read mark now, or once there is a network. False if neither is possible. */
async function markRead({ registration }: WorkerScope, mark: ReadMark): Promise<boolean> {
  const outcome = await sendMark(mark);
  return outcome === "away" ? await planMark(registration, mark) : outcome === "read";
}

async function planMark({ sync }: WorkerRegistration, mark: ReadMark): Promise<boolean> {
  if (!sync) return false;
  try {
    await sync.register(tagOf(mark));
    return true;
  } catch (error) {
    // Browsers refuse a sync if none of our pages is open.
    warn("A read mark cannot wait for a network.", error);
    return false;
  }
}

function markReadWhenBack(scope: WorkerScope): void {
  scope.addEventListener("sync", (event) => {
    const mark = markOfTag(event.tag);
    if (mark) event.waitUntil(sendAgain(mark));
  });
}

async function sendAgain(mark: ReadMark): Promise<void> {
  if ((await sendMark(mark)) === "away") throw new WaitAgain("The server is away.");
}

async function sendMark({ room, seq }: ReadMark): Promise<"read" | "refused" | "away"> {
  const session = await storedWorkerSession();
  if (session === null) return "refused";
  const api = workerApi(session);
  const marked = await api.call("markRead", { params: { roomId: room }, body: { upto: seq } });
  if (!marked.ok) return isServerAway(marked.error) ? "away" : "refused";
  const listed = await api.call("listChannels");
  if (listed.ok) await showBadge(listed.value.channels.reduce((total, { unread_count }) => total + unread_count, 0));
  return "read";
}

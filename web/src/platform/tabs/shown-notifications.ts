import { workerRegistration } from "./app-worker.ts";
import { inNotificationTurn } from "./tab-claim.ts";

/** A notification replaces an earlier one with the same tag, which is the room's name. */
export interface PageNotification {
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly about: string;
}

const own = new Map<string, Notification>();

export async function showNotification(
  { tag, title, body, url, about }: PageNotification,
  onClick: (url: string) => void,
): Promise<void> {
  // Silent, since the page makes its own sounds (NOTE-3).
  const options = { tag, body, icon: "/icon-192.png", silent: true, data: { room: tag, url, about } };
  const registration = await workerRegistration();
  if (registration?.active) return inNotificationTurn(() => registration.showNotification(title, options));
  const shown = new Notification(title, options);
  shown.addEventListener("click", () => {
    window.focus();
    shown.close();
    onClick(url);
  });
  shown.addEventListener("close", () => own.delete(tag));
  own.set(tag, shown);
}

export async function closeNotifications(isOver: (tag: string, about: unknown) => boolean): Promise<void> {
  const registration = await workerRegistration();
  const hasShown = registration !== null && "getNotifications" in registration;
  const shown = hasShown ? await inNotificationTurn(() => registration.getNotifications()) : [];
  for (const each of [...shown, ...own.values()]) if (isOver(each.tag, aboutOf(each.data))) each.close();
}

const aboutOf = (data: unknown): unknown =>
  typeof data === "object" && data !== null && "about" in data ? data.about : undefined;

import { isInFrame } from "../page/page.ts";
import { warn } from "../log.ts";

const isAppleTouch = (): boolean =>
  /\biP(?:hone|ad|od)\b/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);

/** `home-screen`: only installed apps may notify; `in-frame`: the host notifies. */
export function notificationAccess(): NotificationPermission | "unsupported" | "home-screen" | "in-frame" {
  if (isInFrame()) return "in-frame";
  // Only HTTPS and loopback pages may notify.
  if (!isSecureContext) return "unsupported";
  if ("Notification" in globalThis) return Notification.permission;
  return isAppleTouch() ? "home-screen" : "unsupported";
}

export const askForNotifications = (): Promise<NotificationPermission> => Notification.requestPermission();

export async function onNotificationAccess(listen: () => void): Promise<void> {
  if (!("permissions" in navigator)) return;
  try {
    const status = await navigator.permissions.query({ name: "notifications" });
    status.addEventListener("change", listen);
  } catch (error) {
    warn("The browser does not say when notifications are allowed.", error);
  }
}

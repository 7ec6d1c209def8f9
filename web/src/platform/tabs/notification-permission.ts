import { isInFrame } from "../page/page.ts";
import { warn } from "../log.ts";

const isAppleTouch = (): boolean =>
  /\biP(?:hone|ad|od)\b/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);

/** `home-screen`: notifications of installed apps only; `in-frame`: they are the host's. */
export function notificationAccess(): NotificationPermission | "unsupported" | "home-screen" | "in-frame" {
  if (isInFrame()) return "in-frame";
  // Browsers refuse pages that are neither HTTPS nor loopback, whatever the person says.
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

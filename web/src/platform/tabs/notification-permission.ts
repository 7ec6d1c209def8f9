import { isInFrame } from "../page/frame-address.ts";
import { warn } from "../log.ts";

const isAppleTouch = (): boolean =>
  /\biP(?:hone|ad|od)\b/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);

/**
 * What the browser says now, without asking anybody; `home-screen` is one that shows notifications of installed apps alone, and in a
 * host's frame (`in-frame`) notifications are the host's.
 */
export function notificationAccess(): NotificationPermission | "unsupported" | "home-screen" | "in-frame" {
  if (isInFrame()) return "in-frame";
  // Browsers refuse pages that are neither HTTPS nor loopback, whatever the person says.
  if (!isSecureContext) return "unsupported";
  if ("Notification" in globalThis) return Notification.permission;
  return isAppleTouch() ? "home-screen" : "unsupported";
}

/** Has the browser ask the person. */
export const askForNotifications = (): Promise<NotificationPermission> => Notification.requestPermission();

/** Calls when the person allows or blocks notifications in the browser itself, where that says so. */
export async function onNotificationAccess(listen: () => void): Promise<void> {
  if (!("permissions" in navigator)) return;
  try {
    const status = await navigator.permissions.query({ name: "notifications" });
    status.addEventListener("change", listen);
  } catch (error) {
    warn("The browser does not say when notifications are allowed.", error);
  }
}

import type { PushSubscription as WireSubscription } from "@cuplaj/protocol/push.ts";
import { workerRegistration } from "./app-worker.ts";

async function pushManager(): Promise<PushManager | null> {
  const registration = await workerRegistration();
  if (!registration || !("pushManager" in registration)) return null;
  // A new registration has no active worker yet, and a subscription needs one.
  return registration.active ? registration.pushManager : (await navigator.serviceWorker.ready).pushManager;
}

/** Null if the browser cannot push to this page; rejects if its push service refuses or is unreachable. */
export async function subscribeToPushes(key: string): Promise<WireSubscription | null> {
  const manager = await pushManager();
  return manager && (await subscribeBy(manager, key));
}

export async function subscribeBy(manager: PushManager, key: string): Promise<WireSubscription> {
  const applicationServerKey = bytesOf(key);
  const before = await manager.getSubscription();
  if (before && !isSameKey(before.options.applicationServerKey, applicationServerKey)) await before.unsubscribe();
  return wireOf(await manager.subscribe({ userVisibleOnly: true, applicationServerKey }));
}

export async function unsubscribeFromPushes(): Promise<WireSubscription | null> {
  const subscription = await (await pushManager())?.getSubscription();
  if (!subscription) return null;
  await subscription.unsubscribe();
  return wireOf(subscription);
}

function wireOf(subscription: PushSubscription): WireSubscription {
  const { endpoint = "", expirationTime = null, keys = {} } = subscription.toJSON();
  return { endpoint, expirationTime, keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" } };
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
}

function isSameKey(before: ArrayBuffer | null, key: Uint8Array): boolean {
  const bytes = before && new Uint8Array(before);
  return bytes?.length === key.length && key.every((byte, i) => byte === bytes[i]);
}

import { act } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";

export interface BrowserSetup {
  readonly permission?: NotificationPermission;
  readonly ask?: () => Promise<NotificationPermission>;
  /** Called to subscribe to pushes; if absent, the browser has neither a worker nor pushes. */
  readonly subscribe?: () => Promise<unknown>;
}

export function haveNotifications({ permission = "granted", ask, subscribe }: BrowserSetup = {}) {
  const shown: FakeNotification[] = [];
  let asked = 0;

  class FakeNotification extends EventTarget {
    static readonly permission = permission;
    static requestPermission(): Promise<NotificationPermission> {
      asked += 1;
      return ask?.() ?? Promise.resolve(permission);
    }
    readonly title: string;
    readonly body: string;
    readonly tag: string;
    readonly data: unknown;
    constructor(title: string, { body = "", tag = "", data }: NotificationOptions = {}) {
      super();
      this.title = title;
      this.body = body;
      this.tag = tag;
      this.data = data;
      shown.push(this);
    }
    close(): void {
      shown.splice(shown.indexOf(this), 1);
      this.dispatchEvent(new Event("close"));
    }
  }

  vi.stubGlobal("Notification", FakeNotification);
  if (subscribe) {
    vi.stubEnv("PROD", true);
    const pushManager = { subscribe, getSubscription: () => Promise.resolve(null) };
    const registration = { active: {}, pushManager, getNotifications: () => Promise.resolve([]) };
    const value = { getRegistration: () => Promise.resolve(registration), ready: Promise.resolve(registration) };
    Object.defineProperty(navigator, "serviceWorker", { value, configurable: true });
  }
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    Reflect.deleteProperty(navigator, "serviceWorker");
  });
  return {
    shown: () => shown.map(({ title, body }) => `${title}: ${body}`),
    press: () => act(async () => void shown.at(-1)?.dispatchEvent(new Event("click"))),
    asked: () => asked,
  };
}

export async function look(isLooking: boolean): Promise<void> {
  const attention = { visibilityState: isLooking ? "visible" : "hidden", hasFocus: () => isLooking };
  for (const [name, value] of Object.entries(attention))
    Object.defineProperty(document, name, { value, configurable: true });
  onTestFinished(() => {
    for (const name of Object.keys(attention)) Reflect.deleteProperty(document, name);
  });
  await act(async () => {
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event(isLooking ? "focus" : "blur"));
  });
}

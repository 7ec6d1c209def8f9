import { expect, onTestFinished, test, vi } from "vitest";
import { deviceStorage } from "./device-storage.ts";
import { forgetSession, saveSession, storedSession } from "../../api/stored-session.ts";
import { signedInAna } from "../../testing/people.ts";

test("[SW-1f][SEND-1a] a session also ends if the browser refuses its databases", () => {
  vi.spyOn(console, "warn").mockReturnValue();
  Object.defineProperty(globalThis, "indexedDB", {
    configurable: true,
    get: () => {
      throw new DOMException("Blocked.", "SecurityError");
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, "indexedDB");
    vi.restoreAllMocks();
  });
  saveSession("anas-token", signedInAna);
  forgetSession();
  expect([storedSession(), deviceStorage.get("token")]).toEqual([null, null]);
});

import fc from "fast-check";
import { Type } from "typebox";
import { Check } from "typebox/value";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { User } from "@cuplaj/protocol/participant.ts";
import { Id } from "@cuplaj/protocol/scalars.ts";
import { meFromWire } from "../api/from-wire.ts";
import { saveLanguage, storedLanguage } from "../language/stored-language.ts";
import { draftRoomOf, forgetDrafts, saveDraft, storedDrafts } from "../drafts/stored-drafts.ts";
import { doorstepOf, putOnDoorstep } from "../outbox/doorstep.ts";
import { saveRoomListVisible, storedRoomListVisible } from "../navigation/stored-room-list.ts";
import { signedInAna } from "../testing/people.ts";
import { differencesOf, valuesOf } from "../testing/schema-values.ts";
import { saveTheme, storedTheme } from "../theme/stored-theme.ts";
import { ownerKey } from "../state/selectors.ts";
import { forgetSession, saveDoor, saveSession, storedDoor, storedSession } from "./stored-session.ts";

/** What a browser's storage does with own keys: they are its properties. */
class MemoryStorage {
  getItem(key: string): string | null {
    return Object.entries(this).find(([name]) => name === key)?.[1] ?? null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

beforeEach(() => vi.stubGlobal("localStorage", new MemoryStorage()));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const anas = ownerKey(signedInAna);
const unsent = {
  clientId: "0b6f8a52-7c11-4a7e-9d3f-000000000001",
  roomId: 7,
  text: "Aveți?",
  writtenAt: "2026-01-05T09:00:00.000Z",
  status: "waiting",
  error: null,
  place: null,
  attempts: 0,
} as const;

const keys = (): string[] => Object.keys(localStorage).toSorted();

test("[WEB-1] everything is kept under the agreed keys", () => {
  saveSession("t", signedInAna);
  saveLanguage("en");
  saveTheme("dark");
  saveDoor("erp");
  saveDraft(anas, 7, "Aveți");
  saveRoomListVisible(false);
  expect(keys()).toEqual([
    "cuplaj.draft.customer.1.7",
    "cuplaj.erp",
    "cuplaj.rooms-hidden",
    "cuplaj.theme",
    "cuplaj.user",
    "language",
    "token",
  ]);
  expect([
    storedSession(),
    storedLanguage(),
    storedTheme(),
    storedDoor(false),
    storedDrafts(anas),
    storedRoomListVisible(),
  ]).toEqual([{ token: "t", me: signedInAna }, "en", "dark", "erp", { 7: "Aveți" }, false]);
});

test("[SIGN-2] signing out leaves neither token nor person, and the device's own choices", () => {
  saveSession("t", signedInAna);
  saveTheme("dark");
  forgetSession();
  expect(keys()).toEqual(["cuplaj.theme"]);
});

test("[SEND-6] drafts are each person's own: ids alone, or the beginning of one, never show another's", () => {
  saveDraft(anas, 7, "Aveți");
  saveDraft(anas, 8, "pe stoc", "aside");
  for (const other of ["customer.11", "customer.2", "erp.1", "agent.1"]) {
    expect([storedDrafts(other), storedDrafts(other, "aside")]).toEqual([{}, {}]);
  }
  expect([storedDrafts(anas), storedDrafts(anas, "aside")]).toEqual([{ 7: "Aveți" }, { 8: "pe stoc" }]);
  expect(draftRoomOf("cuplaj.draft.customer.11.7", "draft", anas)).toBeNull();
  expect(draftRoomOf("cuplaj.draft.customer.1.7", "draft", anas)).toBe(7);
});

test("[SEND-7b] forgetting one's drafts leaves none of them, everything of the others, and what was sent and has not left", () => {
  for (const owner of [anas, "customer.11", "erp.1"]) {
    saveDraft(owner, 7, "Aveți");
    saveDraft(owner, 7, "pe stoc", "aside");
    putOnDoorstep(owner, unsent);
  }
  forgetDrafts(anas);
  expect(keys().filter((key) => key.includes(`.${anas}.`))).toEqual([doorstepOf(anas) + unsent.clientId]);
  // Beside them there is only the count of all that was written, which is nobody's.
  expect(keys().filter((key) => key !== "cuplaj.written")).toHaveLength(7);
});

test.each(["", "{", "null", "7", '{"id":1}'])("[SIGN-1] a kept person that reads %j is nobody", (text) => {
  localStorage.setItem("token", "t");
  localStorage.setItem("cuplaj.user", text);
  expect(storedSession()).toBeNull();
});

test("[WEB-1] everybody whom the contract lets sign in is kept, and found as they were", () => {
  fc.assert(
    fc.property(valuesOf<User>(User), (user) => {
      saveSession("t", meFromWire(user));
      expect(storedSession()).toEqual({ token: "t", me: meFromWire(user) });
    }),
  );
});

test("[WEB-1] what is kept and is nobody is dropped; what an older release kept otherwise `me` brings", () => {
  const { id, name, username, type, roles, users_silenced } = User.properties;
  const silenced = Type.Array(Type.Object({ id: Id, kind: users_silenced.items.properties.type }));
  const Kept = Type.Object({ id, name, username, kind: type, roles, silenced });
  const read = (me: unknown): boolean => {
    localStorage.setItem("token", "t");
    localStorage.setItem("cuplaj.user", JSON.stringify(me) ?? "");
    return storedSession() !== null;
  };
  const found = differencesOf(valuesOf(Kept), (me) => Check(Kept, me), read);
  expect(found).toEqual({ taken: ["username"], refused: [] });
});

test("[WEB-6] the build for ERP users begins with their door, until another is chosen", () => {
  expect(storedDoor(true)).toBe("erp");
  expect(storedDoor(false)).toBe("customer");
  saveDoor("customer");
  expect(storedDoor(true)).toBe("customer");
});

test("[LANG-1] Romanian unless English was chosen; [THEME-1] the system's theme unless one was", () => {
  expect(storedLanguage()).toBe("ro");
  localStorage.setItem("language", "fr");
  localStorage.setItem("cuplaj.theme", "pink");
  expect([storedLanguage(), storedTheme()]).toEqual(["ro", "system"]);
});

test("[WEB-1] a storage that refuses everything breaks nothing", () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const refuse = () => {
    throw new DOMException("No.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  saveSession("t", signedInAna);
  saveDraft(anas, 1, "Bună");
  forgetSession();
  expect([storedSession(), storedLanguage(), storedTheme()]).toEqual([null, "ro", "system"]);
  expect(warned).toHaveBeenCalled();
});

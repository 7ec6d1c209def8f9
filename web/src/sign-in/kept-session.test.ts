import fc from "fast-check";
import { Type } from "typebox";
import { Check } from "typebox/value";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { User } from "@cuplaj/protocol/participant.ts";
import { Id } from "@cuplaj/protocol/scalars.ts";
import { meFromWire } from "../api/from-wire.ts";
import { keepLanguage, keptLanguage } from "../language/kept-language.ts";
import { storeDraft, storedDrafts } from "../drafts/stored-drafts.ts";
import { keepRoomListVisible, keptRoomListVisible } from "../rooms/kept-room-list.ts";
import { signedInAna } from "../testing/people.ts";
import { differencesOf, valuesOf } from "../testing/schema-values.ts";
import { keepTheme, keptTheme } from "../theme/kept-theme.ts";
import { ownerKey } from "../state/selectors.ts";
import { forgetSession, keepDoor, keepSession, keptDoor, keptSession } from "./kept-session.ts";

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
const keys = (): string[] => Object.keys(localStorage).toSorted();

test("[WEB-1] everything is kept under the agreed keys", () => {
  keepSession("t", signedInAna);
  keepLanguage("en");
  keepTheme("dark");
  keepDoor("erp");
  storeDraft(anas, 7, "Aveți");
  keepRoomListVisible(false);
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
    keptSession(),
    keptLanguage(),
    keptTheme(),
    keptDoor(false),
    storedDrafts(anas),
    keptRoomListVisible(),
  ]).toEqual([{ token: "t", me: signedInAna }, "en", "dark", "erp", { 7: "Aveți" }, false]);
});

test("[SIGN-2] signing out leaves neither token nor person, and the device's own choices", () => {
  keepSession("t", signedInAna);
  keepTheme("dark");
  forgetSession();
  expect(keys()).toEqual(["cuplaj.theme"]);
});

test.each(["", "{", "null", "7", '{"id":1}'])("[SIGN-1] a kept person that reads %j is nobody", (text) => {
  localStorage.setItem("token", "t");
  localStorage.setItem("cuplaj.user", text);
  expect(keptSession()).toBeNull();
});

test("[WEB-1] everybody whom the contract lets sign in is kept, and found as they were", () => {
  fc.assert(
    fc.property(valuesOf<User>(User), (user) => {
      keepSession("t", meFromWire(user));
      expect(keptSession()).toEqual({ token: "t", me: meFromWire(user) });
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
    return keptSession() !== null;
  };
  const found = differencesOf(valuesOf(Kept), (me) => Check(Kept, me), read);
  expect(found).toEqual({ taken: ["username"], refused: [] });
});

test("[WEB-6] the build for ERP users begins with their door, until another is chosen", () => {
  expect(keptDoor(true)).toBe("erp");
  expect(keptDoor(false)).toBe("customer");
  keepDoor("customer");
  expect(keptDoor(true)).toBe("customer");
});

test("[LANG-1] Romanian unless English was chosen; [THEME-1] the system's theme unless one was", () => {
  expect(keptLanguage()).toBe("ro");
  localStorage.setItem("language", "fr");
  localStorage.setItem("cuplaj.theme", "pink");
  expect([keptLanguage(), keptTheme()]).toEqual(["ro", "system"]);
});

test("[WEB-1] a storage that refuses everything breaks nothing", () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const refuse = () => {
    throw new DOMException("No.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  keepSession("t", signedInAna);
  storeDraft(anas, 1, "Bună");
  forgetSession();
  expect([keptSession(), keptLanguage(), keptTheme()]).toEqual([null, "ro", "system"]);
  expect(warned).toHaveBeenCalled();
});

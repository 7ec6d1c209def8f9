import fc from "fast-check";
import { Type } from "typebox";
import { afterEach, expect, test, vi } from "vitest";
import { User } from "@cuplaj/protocol/participant.ts";
import { Id } from "@cuplaj/protocol/scalars.ts";
import { meFromWire } from "./from-wire.ts";
import { saveLanguage, storedLanguage } from "../language/language-part.ts";
import { storeDraft, storedDrafts } from "../drafts/drafts-part.ts";
import { saveRoomListVisible, storedRoomListVisible } from "../navigation/navigation-part.ts";
import { withMemoryStorage } from "../testing/memory-storage.ts";
import { signedInAna } from "../testing/people.ts";
import { differencesOf, valuesOf } from "../testing/schema-values.ts";
import { saveTheme, storedTheme } from "../design/theme/theme-part.ts";
import { ownerKey } from "../state/selectors.ts";
import { forgetSession, saveRealm, saveSession, storedRealm, storedSession } from "./stored-session.ts";

withMemoryStorage();
afterEach(() => void vi.restoreAllMocks());

const anas = ownerKey(signedInAna);
const keys = (): string[] => Object.keys(localStorage).toSorted();

test("[WEB-1] everything is stored under the agreed keys", () => {
  saveSession("t", signedInAna);
  saveLanguage("en");
  saveTheme("dark");
  saveRealm("erp");
  storeDraft(anas, 7, { text: "Aveți", target: null });
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
    storedRealm(false),
    storedDrafts(anas),
    storedRoomListVisible(),
  ]).toEqual([{ token: "t", me: signedInAna }, "en", "dark", "erp", { 7: { text: "Aveți", target: null } }, false]);
});

test("[SIGN-2] signing out removes token and person, and keeps the device's own choices", () => {
  saveSession("t", signedInAna);
  saveTheme("dark");
  forgetSession();
  expect(keys()).toEqual(["cuplaj.theme"]);
});

test.each(["", "{", "null", "7", '{"id":1}'])("[SIGN-1] a stored person that reads %j is ignored", (text) => {
  localStorage.setItem("token", "t");
  localStorage.setItem("cuplaj.user", text);
  expect(storedSession()).toBeNull();
});

test("[WEB-1] anyone the contract lets sign in is stored and read back unchanged", () => {
  fc.assert(
    fc.property(valuesOf<User>(User), (user) => {
      saveSession("t", meFromWire(user));
      expect(storedSession()).toEqual({ token: "t", me: meFromWire(user) });
    }),
  );
});

test("[WEB-1] an invalid stored person is dropped", () => {
  const { id, name, username, type, roles, users_silenced, rooms, notifications, locale, version } = User.properties;
  const silenced = Type.Array(Type.Object({ id: Id, kind: users_silenced.items.properties.type }));
  const own = { rooms, notifications, locale, version };
  const Stored = Type.Object({ id, name, username, kind: type, roles, silenced, ...own });
  const read = (me: unknown): boolean => {
    localStorage.setItem("token", "t");
    localStorage.setItem("cuplaj.user", JSON.stringify(me) ?? "");
    return storedSession() !== null;
  };
  const found = differencesOf(Stored, read);
  const anyText = ["privacy", "quiet", "quiet.from", "quiet.time_zone", "quiet.to"].map(
    (field) => `notifications.${field}`,
  );
  expect(found).toEqual({ taken: [...anyText, "username"], refused: [] });
});

test("[WEB-6] the ERP build starts with its own sign-in until another is chosen", () => {
  expect(storedRealm(true)).toBe("erp");
  expect(storedRealm(false)).toBe("customer");
  saveRealm("customer");
  expect(storedRealm(true)).toBe("customer");
});

test("[LANG-1] Romanian unless English was chosen; [THEME-1] the system's theme unless one was", () => {
  expect(storedLanguage()).toBe("ro");
  localStorage.setItem("language", "fr");
  localStorage.setItem("cuplaj.theme", "pink");
  expect([storedLanguage(), storedTheme()]).toEqual(["ro", "system"]);
});

test("[WEB-1] a failing storage breaks nothing", () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const refuse = () => {
    throw new DOMException("No.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  saveSession("t", signedInAna);
  storeDraft(anas, 1, { text: "Bună", target: null });
  forgetSession();
  expect([storedSession(), storedLanguage(), storedTheme()]).toEqual([null, "ro", "system"]);
  expect(warned).toHaveBeenCalled();
});

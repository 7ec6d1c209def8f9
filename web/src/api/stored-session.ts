import { fits, isCount, isId, isKind, isLanguage, isText, listOf } from "./shapes.ts";
import { copiesDatabase, deleteDatabases, sharesDatabase } from "../platform/storage/device-databases.ts";
import { deviceStorage } from "../platform/storage/device-storage.ts";
import { parseJson } from "../platform/storage/parse-json.ts";
import type { Realm } from "../state/sign-in/sign-in-shape.ts";
import type { Me } from "../state/entities.ts";

const tokenKey = "token";
const personKey = "cuplaj.user";
const realmKey = "cuplaj.erp";
export const notificationsKey = "notifications";

export function storedSession(): { readonly token: string; readonly me: Me } | null {
  const token = deviceStorage.get(tokenKey);
  const me = parseMe(deviceStorage.get(personKey));
  return token !== null && me !== null ? { token, me } : null;
}

/** Writes the token last: it wakes the other tabs, which must then find the person stored. */
export function saveSession(token: string, me: Me): void {
  deviceStorage.set(personKey, JSON.stringify(me));
  if (deviceStorage.get(tokenKey) !== token) deviceStorage.set(tokenKey, token);
}

/** Removes the token, the person and the session's data from the device: copies, shared files, and the choice to get notifications. */
export function forgetSession(): void {
  deviceStorage.set(notificationsKey, null);
  deviceStorage.set(tokenKey, null);
  deviceStorage.set(personKey, null);
  deleteDatabases([copiesDatabase, sharesDatabase]);
}

export function onSessionElsewhere(listener: (session: ReturnType<typeof storedSession>) => void): void {
  deviceStorage.onOtherTab((key) => {
    if (key === tokenKey || key === null) listener(storedSession());
  });
}

/** WEB-6: the last used realm, initially the build's. */
export function storedRealm(isErpBuild: boolean): Realm {
  const stored = deviceStorage.get(realmKey);
  if (stored === null) return isErpBuild ? "erp" : "customer";
  return stored === "1" ? "erp" : "customer";
}

export const saveRealm = (realm: Realm): void => deviceStorage.set(realmKey, realm === "erp" ? "1" : "0");

function parseMe(text: string | null): Me | null {
  const value = parseJson(text);
  return isMe(value) ? value : null;
}

const isMe = (value: unknown): value is Me =>
  fits<Me>(value, {
    id: isId,
    name: isText,
    kind: isKind,
    roles: listOf({ name: isText, permissions: listOf(isText) }),
    silenced: listOf({ id: isId, kind: isKind }),
    rooms: { pinned: listOf(isId), muted: listOf(isId), unread: listOf({ id: isId, seq: isCount }) },
    version: isCount,
    locale: isLanguage,
    notifications: { privacy: isText },
  });

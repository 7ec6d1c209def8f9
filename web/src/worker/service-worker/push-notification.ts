import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { PushPayload } from "@cuplaj/protocol/push.ts";
import { fits, isCount, isId, isLanguage, isText, isWritten, maybe, orNull } from "../../api/shapes.ts";
import { paths } from "../../state/navigation/paths.ts";
import { en } from "../../notifications/shown/late-en.ts";
import { notificationBody } from "../../notifications/notification-text.ts";
import { ro } from "../../notifications/shown/late-ro.ts";
import { parseJson } from "../../platform/storage/parse-json.ts";
import type { PushNotificationOptions } from "./worker-scope.ts";

export interface NotificationData {
  readonly room: string;
  readonly url: string;
  readonly seq: number;
  readonly about?: PushPayload["about"];
}

export interface ShownPush {
  readonly title: string;
  readonly options: PushNotificationOptions;
}

const words: Readonly<Record<LanguageCode, Readonly<Record<"open" | "read" | "something", string>>>> = {
  ro: { open: "Deschide", read: "Marchează citit", something: "Ai ceva nou în Cuplaj." },
  en: { open: "Open", read: "Mark as read", something: "There is something new in Cuplaj." },
};

const looks = { icon: "/icon-192.png", badge: "/badge-96.png" } as const;
const isRoomPath = (value: unknown): boolean => isText(value) && /^\/view\/[^/?#\\]+$/.test(value);

/** Parses a push; null if it is not ours, or is from another release. */
export function readPush(text: string): PushPayload | null {
  const payload = parseJson(text);
  return fits<PushPayload>(payload, {
    v: (version) => version === 1,
    room: isWritten,
    title: isWritten,
    author: orNull(isText),
    excerpt: orNull(isText),
    about: maybe((about) => about === "brought-in"),
    message_seq: isId,
    badge: isCount,
    url: isRoomPath,
    language: isLanguage,
  })
    ? payload
    : null;
}

export function notificationOf(push: PushPayload, isNew: boolean): ShownPush {
  const { title, room, url, message_seq: seq, about, language } = push;
  const { open, read } = words[language];
  const data: NotificationData = { room, url, seq, ...(about && { about }) };
  const actions = [
    { action: "open", title: open },
    { action: "read", title: read },
  ];
  return {
    title,
    options: { ...looks, body: bodyOf(push), lang: language, tag: room, renotify: isNew, data, actions },
  };
}

function bodyOf({ about, author, excerpt, language }: PushPayload): string {
  const { shownNotifications: shown } = { ro, en }[language];
  return notificationBody({ about: about ?? "message", name: author ?? "", text: excerpt ?? "" }, "what", shown);
}

/** PUSH-9: a notification that reveals nothing about the message. */
export const generalNotification = (language: LanguageCode): ShownPush => ({
  title: "Cuplaj",
  options: { ...looks, body: words[language].something, lang: language, tag: "general" },
});

/** The data of a push's notification; null if the notification is a general one or was shown by a page. */
export const dataOf = ({ data }: Pick<Notification, "data">): NotificationData | null =>
  fits<NotificationData>(data, { room: isWritten, url: isRoomPath, seq: isCount }) ? data : null;

export const pathOf = ({ data }: Pick<Notification, "data">): string =>
  fits<Pick<NotificationData, "url">>(data, { url: isRoomPath }) ? data.url : paths.home;

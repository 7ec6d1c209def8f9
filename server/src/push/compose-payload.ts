import { excerptCharactersMax } from "@cuplaj/protocol/limits.ts";
import type { PushPayload } from "@cuplaj/protocol/push.ts";
import { roomTitle } from "../rooms/rules.ts";
import type { PushFacts } from "./jobs.ts";

const titles = {
  ro: roomTitle,
  en: (name: string): string => name.replace("oferta.", "Offer ").replace("cerere.", "Request "),
} as const;

export function composePayload(facts: PushFacts): PushPayload {
  const { name, notifications, author, excerpt, isBroughtIn, messageSeq, badge, locale } = facts;
  return {
    v: 1,
    room: name,
    title: titles[locale](name),
    author: notifications.privacy === "nothing" ? null : author,
    excerpt: notifications.privacy === "what" && !isBroughtIn ? cut(excerpt) : null,
    ...(isBroughtIn && { about: "brought-in" }),
    message_seq: messageSeq,
    badge,
    url: `/view/${name}`,
    language: locale,
  };
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length <= excerptCharactersMax
    ? text
    : `${characters.slice(0, excerptCharactersMax - 1).join("")}…`;
}

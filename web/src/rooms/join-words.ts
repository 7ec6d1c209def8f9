import type { LanguageCode } from "@cuplaj/protocol/participant.ts";

interface JoinWords {
  readonly title: string;
  readonly hint: string;
}

/** The words of the question before joining. They come with it: only staff who follow a link are asked (PERF-1). */
export const joinWords: Readonly<Record<LanguageCode, JoinWords>> = {
  ro: { title: "Intri în discuție?", hint: "Dacă intri, cei din discuție vor vedea." },
  en: { title: "Join the conversation?", hint: "If you join, those in the conversation will see it." },
};

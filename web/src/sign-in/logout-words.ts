import type { LanguageCode } from "@cuplaj/protocol/participant.ts";

interface LogoutWords {
  readonly title: string;
  /** Before the name of the person. */
  readonly signedInAs: string;
  readonly drafts: string;
  readonly stay: string;
  readonly leave: string;
  readonly leaving: string;
}

/** The words of the sign-out question. They come with its screen: nobody else waits for them (PERF-1). */
export const logoutWords: Readonly<Record<LanguageCode, LogoutWords>> = {
  ro: {
    title: "Ieși din cont?",
    signedInAs: "Ești în cont ca",
    drafts: "Dacă ieși, ciornele tale de aici se șterg.",
    stay: "Rămân",
    leave: "Ies din cont",
    leaving: "Se iese…",
  },
  en: {
    title: "Sign out?",
    signedInAs: "Signed in as",
    drafts: "If you sign out, your drafts here are deleted.",
    stay: "Stay",
    leave: "Sign out",
    leaving: "Signing out…",
  },
};

import type { LanguageCode } from "@cuplaj/protocol/participant.ts";

interface UnsentWords {
  readonly title: string;
  readonly hint: string;
  readonly stay: string;
  readonly keep: string;
  readonly remove: string;
}

/** The words of the question about messages that have not left. They come with it: who has sent everything is not asked (PERF-1). */
export const unsentWords: Readonly<Record<LanguageCode, UnsentWords>> = {
  ro: {
    title: "Mesaje netrimise",
    hint: "Dacă le păstrezi, rămân pe acest dispozitiv; când intri din nou în cont, pleacă cele care nu au fost refuzate. Nimeni altcineva nu le vede aici. Dacă le ștergi, se șterg și ciornele.",
    stay: "Rămân",
    keep: "Ies și le păstrez",
    remove: "Ies și le șterg",
  },
  en: {
    title: "Unsent messages",
    hint: "If you keep them, they stay on this device; when you sign in again, those that were not refused go. Nobody else sees them here. Deleting takes your drafts as well.",
    stay: "Stay",
    keep: "Sign out and keep them",
    remove: "Sign out and delete them",
  },
};

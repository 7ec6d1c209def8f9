import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { ro } from "./ro.ts";

type Said<T> = T extends string ? string : { readonly [K in keyof T]: Said<T[K]> };

/** What a language must say: every sentence of the Romanian original, in its place. */
export type Words = Said<typeof ro>;

/** Sentences and their arguments are checked by the compiler against the Romanian original. */
declare module "use-intl" {
  interface AppConfig {
    Locale: LanguageCode;
    Messages: typeof ro;
  }
}

import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { ro } from "./ro.ts";

/** Sentences and their arguments are checked by the compiler against the Romanian original. */
declare module "use-intl" {
  interface AppConfig {
    Locale: LanguageCode;
    Messages: typeof ro;
  }
}

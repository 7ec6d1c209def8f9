import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { Words } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppState extends LanguageState {}
  interface AppEvents extends LanguageEvents {}
  interface AppEffects extends LanguageEffects {}
  interface Commands extends LanguageCommands {}
}
/** The compiler checks sentences and their arguments against the Romanian original. */
declare module "use-intl" {
  interface AppConfig {
    Locale: LanguageCode;
    Messages: Words;
  }
}

export interface LanguageState {
  readonly language: LanguageCode;
}

export interface LanguageEvents {
  "language/chosen": { readonly language: LanguageCode };
  /** A host's, for this page alone (EMB-6). */
  "language/given": { readonly language: LanguageCode };
}

export interface LanguageEffects {
  "save-language": { readonly language: LanguageCode };
  "show-language": { readonly language: LanguageCode };
}

export interface LanguageCommands {
  readonly chooseLanguage: (language: LanguageCode) => void;
}

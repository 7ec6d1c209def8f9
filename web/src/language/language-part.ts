import { showLanguage } from "../platform/page/page.ts";
import type { Part } from "../state/part.ts";
import { changed } from "../state/transition.ts";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { deviceStorage } from "../platform/storage/device-storage.ts";
import type { Words } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppState extends LanguageState {}
  interface AppEvents extends LanguageEvents {}
  interface AppEffects extends LanguageEffects {}
}
/** The compiler checks messages and their arguments against the Romanian original. */
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
  "language/given": { readonly language: LanguageCode };
}

export interface LanguageEffects {
  "save-language": { readonly language: LanguageCode };
  "show-language": { readonly language: LanguageCode };
}

const languageKey = "language";
export const storedLanguage = (): LanguageCode => (deviceStorage.get(languageKey) === "en" ? "en" : "ro");
export const saveLanguage = (language: LanguageCode): void => deviceStorage.set(languageKey, language);

export const languagePart: Part<LanguageState, LanguageEvents, LanguageEffects> = {
  initial: { language: "ro" },
  isOfPage: true,
  handlers: {
    "language/chosen": (state, { language }) => changed({ ...state, language }, [{ type: "save-language", language }]),
    "language/given": (state, { language }) => changed({ ...state, language }, [{ type: "show-language", language }]),
  },
  run: () => ({
    "save-language": ({ language }) => {
      saveLanguage(language);
      showLanguage(language);
    },
    "show-language": ({ language }) => showLanguage(language),
  }),
};

import { showLanguage } from "../platform/page/page.ts";
import type { Part } from "../state/part.ts";
import { changed } from "../state/transition.ts";
import type { LanguageCommands, LanguageEffects, LanguageEvents, LanguageState } from "./language-shape.ts";
import { saveLanguage } from "./stored-language.ts";

export const languagePart: Part<LanguageState, LanguageEvents, LanguageEffects, LanguageCommands> = {
  initial: { language: "ro" },
  isOfPage: true,
  handlers: {
    // LANG-1: every later call sends it in `Content-Language`.
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
  commands: (dispatch) => ({ chooseLanguage: (language) => dispatch({ type: "language/chosen", language }) }),
};

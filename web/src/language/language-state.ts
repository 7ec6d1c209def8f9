import { changed, type Handlers } from "../state/transition.ts";

/** LANG-1: the choice is kept; every call from now on says it in `Content-Language`. */
export const languageHandlers: Handlers<"language/chosen"> = {
  "language/chosen": (state, { language }) => changed({ ...state, language }, [{ type: "save-language", language }]),
};

import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { type ReactNode, useEffect, useState } from "react";
import { IntlProvider } from "use-intl";
import { warn } from "../platform/log.ts";
import { useAppState, useWordLoader } from "../state/app-context.ts";
import type { Words } from "../state/shape.ts";

/** Words that are loaded before the first render, so that it never waits for any (PERF-1j). */
export interface FirstWords {
  readonly language: LanguageCode;
  readonly words: Words;
}

export function WordsProvider({ first, children }: { readonly first: FirstWords; readonly children: ReactNode }) {
  const language = useAppState((state) => state.language);
  const loadWords = useWordLoader();
  const [shown, setShown] = useState(first);
  useEffect(() => {
    let isWanted = language !== shown.language;
    if (isWanted)
      loadWords(language).then(
        (words) => isWanted && setShown({ language, words }),
        (error: unknown) => warn("The words did not load.", error),
      );
    return () => {
      isWanted = false;
    };
  }, [language, loadWords, shown.language]);
  return (
    <IntlProvider locale={shown.language} messages={shown.words}>
      {children}
    </IntlProvider>
  );
}

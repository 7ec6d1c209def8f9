import { type ReactNode, use, useDeferredValue } from "react";
import { IntlProvider } from "use-intl";
import { useChat } from "../state/use-chat.ts";
import { loadWords } from "./load-words.ts";

/** Gives all below it the words of the chosen language. While another language loads, the old one stays on screen. */
export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const language = useDeferredValue(useChat((state) => state.language));
  return (
    <IntlProvider locale={language} messages={use(loadWords(language))}>
      {children}
    </IntlProvider>
  );
}

import { type ReactNode, use, useDeferredValue } from "react";
import { IntlProvider } from "use-intl";
import { useChat } from "../state/use-chat.ts";
import { loadWords } from "./load-words.ts";
import type { ro } from "./ro.ts";

/** Gives all below it the words of the chosen language. While another language loads, the old one stays on screen. */
export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const language = useDeferredValue(useChat((state) => state.language));
  // Typed by the Romanian original, whose sentences are literal types; another language has the same keys (see `Words`).
  const words = use(loadWords(language)) as typeof ro;
  return (
    <IntlProvider locale={language} messages={words}>
      {children}
    </IntlProvider>
  );
}

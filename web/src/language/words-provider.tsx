import { type ReactNode, use, useDeferredValue } from "react";
import { IntlProvider } from "use-intl";
import { useAppState, useWordLoader } from "../state/app-context.ts";

/** Provides the words of the chosen language. While another language loads, the old one stays on screen. */
export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const language = useDeferredValue(useAppState((state) => state.language));
  const words = use(useWordLoader()(language));
  return (
    <IntlProvider locale={language} messages={words}>
      {children}
    </IntlProvider>
  );
}

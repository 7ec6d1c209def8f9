import { type ReactNode, use, useDeferredValue, useState } from "react";
import { IntlProvider } from "use-intl";
import { useAppState, useWordLoader } from "../state/app-context.ts";

/**
 * Provides the words of the chosen language. While another language loads, the old one stays on screen. Of the one that the page begins
 * in, what is drawn later brings its words; of another all must be there for what is drawn by then.
 */
export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const language = useDeferredValue(useAppState((state) => state.language));
  const [begun, setBegun] = useState<string | null>(language);
  if (begun !== null && begun !== language) setBegun(null);
  const words = use(useWordLoader()(language, begun === language ? "first" : "late"));
  return (
    <IntlProvider locale={language} messages={words}>
      {children}
    </IntlProvider>
  );
}

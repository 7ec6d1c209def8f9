import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { ReactNode } from "react";
import { IntlProvider, type Messages, useLocale, useMessages } from "use-intl";

interface LateWordsProps {
  readonly words: Readonly<Record<LanguageCode, Partial<Messages>>>;
  readonly children: ReactNode;
}

/** Draws what comes late (PERF-1) with the words that come with it, beside those of the page. */
export function LateWords({ words, children }: LateWordsProps) {
  const locale = useLocale();
  return (
    <IntlProvider locale={locale} messages={{ ...useMessages(), ...words[locale] }}>
      {children}
    </IntlProvider>
  );
}

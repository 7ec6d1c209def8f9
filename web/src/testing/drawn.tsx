import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { createWordLoader } from "../language/load-words.ts";
import { AppContext } from "../state/app-context.ts";
import type { TestApp } from "./test-app.ts";

const loadWords = createWordLoader();
const words = { ro: await loadWords("ro"), en: await loadWords("en") };

export function drawn(app: TestApp, node: ReactNode, language: LanguageCode = "ro"): string {
  // Rendering to a string reads only the initial state.
  const store = { ...app, getInitialState: app.getState };
  return renderToStaticMarkup(
    <AppContext value={{ store, loadWords }}>
      <IntlProvider locale={language} messages={words[language]} timeZone="Europe/Bucharest">
        {node}
      </IntlProvider>
    </AppContext>,
  );
}

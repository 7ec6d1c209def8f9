import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { createWordLoader } from "../language/load-words.ts";
import { commandsOf } from "../part.ts";
import { parts } from "../parts.ts";
import { ChatContext } from "../state/use-chat.ts";
import type { TestChat } from "./test-chat.ts";

const loadWords = createWordLoader(parts.flatMap(({ words }) => words ?? []));
const words = await loadWords("ro");

/** The markup of a component over a chat's present state, in Romanian. */
export function drawn(chat: TestChat, node: ReactNode): string {
  // Drawing without a browser reads the initial state.
  const store = { ...chat, getInitialState: chat.getState };
  return renderToStaticMarkup(
    <ChatContext value={{ store, commands: commandsOf(parts, chat.dispatch), loadWords }}>
      <IntlProvider locale="ro" messages={words} timeZone="Europe/Bucharest">
        {node}
      </IntlProvider>
    </ChatContext>,
  );
}

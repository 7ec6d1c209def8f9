import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { ro } from "../language/ro.ts";
import { createCommands } from "../state/commands.ts";
import { ChatContext } from "../state/use-chat.ts";
import type { TestChat } from "./test-chat.ts";

/** The markup of a component over a chat's present state, in Romanian. */
export function drawn(chat: TestChat, node: ReactNode): string {
  // Drawing without a browser reads the initial state.
  const store = { ...chat, getInitialState: chat.getState };
  return renderToStaticMarkup(
    <ChatContext value={{ store, commands: createCommands(chat) }}>
      <IntlProvider locale="ro" messages={ro} timeZone="Europe/Bucharest">
        {node}
      </IntlProvider>
    </ChatContext>,
  );
}

import { joinTabs, waitForTurn } from "../platform/other-tabs.ts";
import type { Message } from "../state/entities.ts";
import { fieldsOf, readSent } from "./read-row.ts";

/** What a person's pages tell each other. */
interface Hearing {
  readonly onChanged: () => void;
  readonly onSent: (clientId: string, message: Message) => void;
  readonly onWake: () => void;
}

/** The person's other pages. */
export interface SiblingTabs {
  /** The outbox is not what it was: read it again. */
  readonly tellChanged: () => void;
  /** These were sent; told before the outbox changes, so that no bubble is gone before its message is there. */
  readonly tellSent: (messages: readonly Message[]) => void;
  /** The server seems to be back: whoever sends should try. */
  readonly wake: () => void;
  readonly leave: () => void;
}

/** Joins the pages of a name. */
export function joinSiblings(name: string, { onChanged, onSent, onWake }: Hearing): SiblingTabs {
  const tabs = joinTabs(name, (told) => {
    const { kind, message } = fieldsOf(told);
    const sent = kind === "sent" ? readSent(message) : null;
    if (sent?.clientId) onSent(sent.clientId, sent);
    if (kind === "changed") onChanged();
    if (kind === "wake") onWake();
  });
  return {
    tellChanged: () => tabs.tell({ kind: "changed" }),
    tellSent: (messages) => {
      for (const message of messages) tabs.tell({ kind: "sent", message });
    },
    wake: () => tabs.tell({ kind: "wake" }),
    leave: tabs.leave,
  };
}

/** The turn to send among the pages of a name (SEND-3). `begin` can ask later on whether the turn is still the one that began. */
export function createTurn(name: string, begin: (isMine: () => boolean) => void) {
  let giveBack = (): void => undefined;
  let newest = 0;
  return {
    ask: () => {
      newest += 1;
      const mine = newest;
      giveBack = waitForTurn(name, () => begin(() => newest === mine));
    },
    /** Ends it for this page; what it returns gives it to the next one. */
    end: (): (() => void) => {
      newest += 1;
      return giveBack;
    },
  };
}

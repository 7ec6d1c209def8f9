import { fieldsOf } from "../api/shapes.ts";
import { joinTabs } from "../platform/other-tabs.ts";
import type { Message } from "../state/entities.ts";
import { readSent } from "./read-row.ts";

/** What a person's pages tell each other. */
interface Hearing {
  readonly onChanged: () => void;
  readonly onSent: (clientId: string, message: Message) => void;
  readonly onWake: () => void;
  readonly onPing: () => void;
  readonly onPong: () => void;
}

/** The person's other pages. */
export interface SiblingTabs {
  /** The outbox is not what it was: read it again. */
  readonly tellChanged: () => void;
  /** These were sent; told before the outbox changes, so that no bubble is gone before its message is there. */
  readonly tellSent: (messages: readonly Message[]) => void;
  /** The server seems to be back: whoever sends should try. */
  readonly wake: () => void;
  /** Asks whether the page that has the turn to send lives; it answers with a pong. */
  readonly ping: () => void;
  readonly pong: () => void;
  readonly leave: () => void;
}

/** Joins the pages of a name. */
export function joinSiblings(name: string, { onSent, ...hearing }: Hearing): SiblingTabs {
  const tabs = joinTabs(name, (told) => {
    const { kind, message } = fieldsOf(told);
    const sent = kind === "sent" ? readSent(message) : null;
    if (sent?.clientId) onSent(sent.clientId, sent);
    if (kind === "changed") hearing.onChanged();
    if (kind === "wake") hearing.onWake();
    if (kind === "ping") hearing.onPing();
    if (kind === "pong") hearing.onPong();
  });
  return {
    tellChanged: () => tabs.tell({ kind: "changed" }),
    tellSent: (messages) => {
      for (const message of messages) tabs.tell({ kind: "sent", message });
    },
    wake: () => tabs.tell({ kind: "wake" }),
    ping: () => tabs.tell({ kind: "ping" }),
    pong: () => tabs.tell({ kind: "pong" }),
    leave: tabs.leave,
  };
}

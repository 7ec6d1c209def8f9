import { warn } from "../platform/log.ts";
import { holdPage } from "../platform/hold-page.ts";
import { joinTabs, waitForTurn } from "../platform/other-tabs.ts";
import { onGoodMoment } from "../platform/window-attention.ts";
import type { Message, PendingMessage } from "../state/entities.ts";
import { unsentCount } from "../state/selectors.ts";
import type { ChatStore } from "../state/store.ts";
import { createKeptMessages } from "./kept-messages.ts";
import { fieldsOf, readSent } from "./read-row.ts";

/** The outbox of one person in this page, from sign-in to sign-out. */
export interface Outbox {
  readonly keep: (message: PendingMessage) => void;
  readonly update: (message: PendingMessage) => void;
  readonly drop: (clientIds: readonly string[], sent: readonly Message[]) => void;
  readonly askTurn: () => void;
  readonly endTurn: () => void;
  readonly wakeSender: () => void;
  readonly forgetAll: () => void;
  readonly close: () => void;
}

/** Opens the outbox of a person (`ownerKey`): reads what waits, follows the person's other pages, and waits for its turn to send. */
export function openOutbox({ getState, dispatch }: ChatStore, owner: string): Outbox {
  const name = `cuplaj.outbox.${owner}`;
  const kept = createKeptMessages(owner);
  /** What this page saw leave: a read that was under way does not bring it back. */
  const dropped = new Set<string>();
  let isClosed = false;
  let giveTurnBack = (): void => undefined;
  /** Counts the turns asked for and ended: what an earlier one still waits for is for nobody. */
  let turn = 0;
  let work = Promise.resolve();

  /** One after the other: a read sees every write that was asked for before it. */
  function queue(task: () => Promise<void>): void {
    work = work.then(task).catch((error: unknown) => warn("The outbox is not to be had for now.", error));
  }

  const readRows = async (): Promise<readonly PendingMessage[]> =>
    (await kept.all()).filter(({ clientId }) => !dropped.has(clientId));

  const read = (): void =>
    queue(async () => {
      const rows = await readRows();
      if (!isClosed) dispatch({ type: "outbox/read", rows, isKept: kept.isKept() });
    });

  const tabs = joinTabs(name, (told) => {
    const { kind, message } = fieldsOf(told);
    const sent = kind === "sent" ? readSent(message) : null;
    if (sent?.clientId) {
      dropped.add(sent.clientId);
      dispatch({ type: "messages/published", clientId: sent.clientId, message: sent });
    }
    if (kind === "changed") read();
    if (kind === "wake") dispatch({ type: "outbox/woken" });
  });
  const tellChanged = (): void => tabs.tell({ kind: "changed" });

  function beginTurn(mine: number): void {
    queue(async () => {
      const rows = await readRows().catch(() => null);
      if (turn === mine && !isClosed) dispatch({ type: "outbox/turn-begun", rows });
    });
  }

  // A page that slept has missed what the others told.
  const stopListening = onGoodMoment(read);
  const letPageGo = holdPage(() => !getState().outbox.isKept && unsentCount(getState()) > 0);
  read();

  return {
    keep: (message) =>
      queue(async () => {
        const place = await kept.add(message);
        tellChanged();
        const { roomId, clientId } = message;
        if (!isClosed) dispatch({ type: "outbox/kept", roomId, clientId, place, isKept: kept.isKept() });
      }),
    update: (message) =>
      queue(async () => {
        await kept.change(message);
        tellChanged();
      }),
    drop: (clientIds, sent) => {
      for (const clientId of clientIds) dropped.add(clientId);
      queue(async () => {
        if (!(await kept.remove(clientIds))) return;
        for (const message of sent) tabs.tell({ kind: "sent", message });
        tellChanged();
      });
    },
    askTurn: () => {
      turn += 1;
      const mine = turn;
      giveTurnBack = waitForTurn(name, () => beginTurn(mine));
    },
    endTurn: () => {
      turn += 1;
      giveTurnBack();
      if (!isClosed) dispatch({ type: "outbox/turn-ended" });
    },
    wakeSender: () => tabs.tell({ kind: "wake" }),
    forgetAll: () => queue(kept.removeAll),
    close: () => {
      isClosed = true;
      giveTurnBack();
      stopListening();
      letPageGo();
      queue(async () => tabs.leave());
    },
  };
}

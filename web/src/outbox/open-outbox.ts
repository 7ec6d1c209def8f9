import { holdPage } from "../platform/hold-page.ts";
import { warn } from "../platform/log.ts";
import { onGoodMoment } from "../platform/window-attention.ts";
import type { Message, PendingMessage } from "../state/entities.ts";
import { unsentCount } from "../state/selectors.ts";
import type { ChatStore } from "../state/store.ts";
import { createKeptMessages, type KeptMessages } from "./kept-messages.ts";
import { createTurn, joinSiblings, type SiblingTabs } from "./sibling-tabs.ts";

/** The outbox of one person in this page, from sign-in to sign-out. */
export interface Outbox {
  readonly keep: (message: PendingMessage) => void;
  readonly update: (message: PendingMessage) => void;
  readonly drop: (clientIds: readonly string[], sent: readonly Message[]) => void;
  readonly askTurn: () => void;
  readonly endTurn: () => void;
  readonly wakeSender: () => void;
  readonly close: () => void;
}

/** Opens the outbox of a person (`ownerKey`): reads what waits, follows the person's other pages, and waits for its turn to send. */
export function openOutbox({ getState, ...store }: ChatStore, owner: string): Outbox {
  const name = `cuplaj.outbox.${owner}`;
  const kept = createKeptMessages(owner);
  const queue = createQueue();
  /** What this page saw leave: a read that was under way does not bring it back. */
  const dropped = new Set<string>();
  let isClosed = false;
  let isReadQueued = false;

  const dispatch: typeof store.dispatch = (event) => {
    if (!isClosed) store.dispatch(event);
  };
  const rows = async (): Promise<readonly PendingMessage[]> =>
    (await kept.all()).filter(({ clientId }) => !dropped.has(clientId));
  /** One read that has not begun answers for all that were asked for until then. */
  function read(): void {
    if (isReadQueued) return;
    isReadQueued = true;
    queue(async () => {
      isReadQueued = false;
      dispatch({ type: "outbox/read", rows: await rows(), isKept: kept.isKept() });
    });
  }

  const siblings = joinSiblings(name, {
    onChanged: read,
    onWake: () => dispatch({ type: "outbox/woken" }),
    onSent: (clientId, message) => {
      dropped.add(clientId);
      dispatch({ type: "messages/published", clientId, message });
    },
  });
  const turn = createTurn(name, (isMine) =>
    queue(async () => {
      const left = await rows().catch(() => null);
      if (isMine()) dispatch({ type: "outbox/turn-begun", rows: left });
    }),
  );

  /** The next page begins only when it can read what this one did. */
  function endTurn(): void {
    const giveBack = turn.end();
    queue(async () => giveBack());
    dispatch({ type: "outbox/turn-ended" });
  }

  const stop = listenToPage(getState, () => {
    read();
    siblings.wake();
    dispatch({ type: "outbox/woken" });
  });
  read();

  return {
    ...createWrites({ kept, queue, siblings, dispatch, dropped }),
    askTurn: turn.ask,
    endTurn,
    wakeSender: siblings.wake,
    close: () => {
      isClosed = true;
      endTurn();
      stop();
      queue(async () => siblings.leave());
    },
  };
}

/** A page that slept has missed what the others told, and may find the server again; one that keeps nothing is not left by mistake. */
function listenToPage(getState: ChatStore["getState"], onAwake: () => void): () => void {
  const stopListening = onGoodMoment(onAwake);
  const letPageGo = holdPage(() => !getState().outbox.isKept && unsentCount(getState()) > 0);
  return () => {
    stopListening();
    letPageGo();
  };
}

interface Writing {
  readonly kept: KeptMessages;
  readonly queue: ReturnType<typeof createQueue>;
  readonly siblings: SiblingTabs;
  readonly dispatch: ChatStore["dispatch"];
  readonly dropped: Set<string>;
}

/** What changes the outbox, each told to the person's other pages. */
function createWrites({ kept, queue, siblings, dispatch, dropped }: Writing): Pick<Outbox, "keep" | "update" | "drop"> {
  return {
    keep: (message) =>
      queue(async () => {
        const place = await kept.add(message);
        siblings.tellChanged();
        const { roomId, clientId } = message;
        dispatch({ type: "outbox/kept", roomId, clientId, place, isKept: kept.isKept() });
      }),
    update: (message) => queue(async () => kept.change(message).then(siblings.tellChanged)),
    drop: (clientIds, sent) => {
      for (const clientId of clientIds) dropped.add(clientId);
      queue(async () => {
        if (!(await kept.remove(clientIds))) return;
        siblings.tellSent(sent);
        siblings.tellChanged();
      });
    },
  };
}

/** One task after the other: a read sees every write that was asked for before it. A task that fails stops nothing. */
function createQueue(): (task: () => Promise<void>) => void {
  let work = Promise.resolve();
  return (task) => {
    work = work.then(task).catch((error: unknown) => warn("The outbox is not to be had for now.", error));
  };
}

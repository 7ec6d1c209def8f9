import type { ApiClient } from "../api/api-client.ts";
import type { Clock } from "../platform/clock.ts";
import { holdPage } from "../platform/hold-page.ts";
import { warn } from "../platform/log.ts";
import { onGoodMoment } from "../platform/window-attention.ts";
import type { Effect } from "../state/effects.ts";
import type { Message, PendingMessage } from "../state/entities.ts";
import { unsentCount } from "../state/selectors.ts";
import type { ChatStore } from "../state/store.ts";
import { putOnDoorstep } from "./doorstep.ts";
import { createKeptMessages, type KeptMessages } from "./kept-messages.ts";
import { publishInTurn } from "./publish-in-turn.ts";
import { createTurnToSend, type TurnToSend } from "./turn-to-send.ts";
import { joinSiblings, type SiblingTabs } from "./sibling-tabs.ts";

/** The outbox of one person in this page, from sign-in to sign-out. */
export interface Outbox {
  readonly keep: (message: PendingMessage) => void;
  readonly update: (message: PendingMessage) => void;
  readonly drop: (clientIds: readonly string[], sent: readonly Message[]) => void;
  readonly publish: (effect: Effect<"call-publish">) => void;
  readonly askTurn: () => void;
  readonly endTurn: () => void;
  readonly wakeSender: () => void;
  readonly close: () => void;
}

/** What an outbox works with. */
export interface OutboxSetup {
  readonly store: ChatStore;
  readonly api: Pick<ApiClient, "call">;
  readonly clock: Clock;
}

/** Opens the outbox of a person (`ownerKey`): reads what waits, follows the person's other pages, and waits for its turn to send. */
export function openOutbox({ store, api, clock }: OutboxSetup, owner: string): Outbox {
  const name = `cuplaj.outbox.${owner}`;
  const kept = createKeptMessages(owner);
  const queue = createQueue();
  /** What this page saw leave: a read that was under way does not bring it back. */
  const dropped = new Set<string>();
  let isClosed = false;

  const dispatch: typeof store.dispatch = (event) => {
    if (!isClosed) store.dispatch(event);
  };
  const { rows, read } = createReads({ owner, kept, queue, dispatch, dropped });

  const siblings = joinSiblings(name, {
    onChanged: read,
    onWake: () => dispatch({ type: "outbox/woken" }),
    onPing: () => turn.answer(),
    onPong: () => turn.hearPong(),
    onSent: (clientId, message) => {
      dropped.add(clientId);
      dispatch({ type: "messages/published", clientId, message });
    },
  });
  const turn = createTurnToSend(name, {
    clock,
    ping: siblings.ping,
    pong: siblings.pong,
    onBegun: (isMine) =>
      queue(async () => {
        const left = await rows().catch(() => null);
        if (isMine()) dispatch({ type: "outbox/turn-begun", rows: left });
      }),
    onLost: () => {
      dispatch({ type: "outbox/turn-ended" });
      read();
    },
  });

  /** The next page begins only when it can read what this one did. */
  function endTurn(): void {
    const giveBack = turn.end();
    queue(async () => giveBack());
    dispatch({ type: "outbox/turn-ended" });
  }

  const stop = listenToPage(store.getState, () => {
    read();
    siblings.wake();
    dispatch({ type: "outbox/woken" });
  });
  read();

  return {
    ...createWrites({ owner, kept, queue, siblings, turn, dispatch, dropped }),
    publish: (effect) => void publishInTurn(effect, api.call, turn.ofNow(), dispatch),
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

interface Reading {
  readonly owner: string;
  readonly kept: KeptMessages;
  readonly queue: ReturnType<typeof createQueue>;
  readonly dispatch: ChatStore["dispatch"];
  readonly dropped: Set<string>;
}

/** What the outbox holds. One read that has not begun answers for all that were asked for until then. */
function createReads({ kept, queue, dispatch, dropped }: Reading) {
  let isQueued = false;
  const rows = async (): Promise<readonly PendingMessage[]> =>
    (await kept.all()).filter(({ clientId }) => !dropped.has(clientId));
  function read(): void {
    if (isQueued) return;
    isQueued = true;
    queue(async () => {
      isQueued = false;
      dispatch({ type: "outbox/read", rows: await rows(), isKept: kept.isKept() });
    });
  }
  return { rows, read };
}

interface Writing extends Reading {
  readonly siblings: SiblingTabs;
  readonly turn: TurnToSend;
}

/** What changes the outbox, each told to the person's other pages. */
function createWrites(writing: Writing): Pick<Outbox, "keep" | "update" | "drop"> {
  const { owner, kept, queue, siblings, turn, dispatch, dropped } = writing;
  return {
    keep: (message) => {
      putOnDoorstep(owner, message);
      queue(async () => {
        const place = await kept.add(message);
        siblings.tellChanged();
        const { roomId, clientId } = message;
        dispatch({ type: "outbox/kept", roomId, clientId, place, isKept: kept.isKept() });
      });
    },
    update: (message) => {
      // That it is to be sent again is for anybody to say; how sending went, only for the page whose turn it still is.
      const mayTell = message.status === "waiting" ? async () => true : turn.ofNow();
      queue(async () => {
        if (await mayTell()) await kept.change(message).then(siblings.tellChanged);
      });
    },
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

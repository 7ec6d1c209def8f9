import { draftRoomOf, keepDraft, keptDrafts, type DraftKind } from "../messages/kept-drafts.ts";
import { deviceStorage } from "../platform/device-storage.ts";
import { me, ownerKey } from "../state/selectors.ts";
import type { OutboxRunners, Runners } from "../state/run-effects.ts";
import { followOutbox } from "./follow-outbox.ts";
import { openOutbox, type Outbox, type OutboxSetup } from "./open-outbox.ts";
import { allOutboxHandlers } from "./outbox-handlers.ts";

const draftKinds: readonly DraftKind[] = ["draft", "aside"];

/** Adds the outbox to the store, once, and opens it for whoever is signed in. */
export function addOutbox(setup: OutboxSetup): void {
  const { store } = setup;
  const { getState, dispatch } = store;
  let outbox: Outbox | null = null;

  function ownerNow(): string | null {
    const person = me(getState());
    return person === null ? null : ownerKey(person);
  }

  function open(): void {
    outbox?.close();
    const owner = ownerNow();
    outbox = owner === null ? null : openOutbox(setup, owner);
    if (owner !== null) dispatch({ type: "drafts/asides-read", asides: keptDrafts(owner, "aside") });
  }

  const runners: OutboxRunners & Pick<Runners, "keep-message"> = {
    "outbox-open": open,
    "outbox-close": () => {
      outbox?.close();
      outbox = null;
    },
    "keep-message": ({ message }) => outbox?.keep(message),
    "update-message": ({ message }) => outbox?.update(message),
    "drop-messages": ({ clientIds, sent }) => outbox?.drop(clientIds, sent),
    "call-publish": (effect) => outbox?.publish(effect),
    "ask-turn": () => outbox?.askTurn(),
    "end-turn": () => outbox?.endTurn(),
    "wake-sender": () => outbox?.wakeSender(),
    "note-found-sent": ({ roomId, clientIds }) => dispatch({ type: "outbox/found-sent", roomId, clientIds }),
    "keep-aside": ({ roomId, text }) => {
      const owner = ownerNow();
      if (owner !== null) keepDraft(owner, roomId, text, "aside");
    },
  };

  deviceStorage.onOtherTab((key) => {
    const owner = ownerNow();
    if (key === null || owner === null) return;
    for (const kind of draftKinds) {
      const roomId = draftRoomOf(key, kind, owner);
      if (roomId !== null)
        dispatch({ type: "drafts/changed-elsewhere", roomId, kind, text: deviceStorage.get(key) ?? "" });
    }
  });
  store.add({ handlers: allOutboxHandlers, runners, follow: followOutbox });
  open();
}

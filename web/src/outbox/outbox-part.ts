import { messageFromWire } from "../api/from-wire.ts";
import { createJournal, journalPrefix } from "./journal.ts";
import { publishBody } from "../state/messages/pending-messages.ts";
import type { Outside, Part } from "../state/part.ts";
import { type DeviceStorage, deviceStorage } from "../platform/storage/device-storage.ts";
import { finishRemovals, readCopies, type RowStorages } from "../platform/storage/durable-rows.ts";
import { joinTabs, takeTabId } from "../platform/tabs/other-tabs.ts";
import { deviceRows } from "../platform/storage/stored-rows.ts";
import { warnBeforeUnload } from "../platform/page/window-attention.ts";
import type { Message, PendingMessage } from "../state/entities.ts";
import { me, ownerKey } from "../state/selectors.ts";
import type { Dispatch } from "../state/store.ts";
import { followOutbox, outboxHandlers } from "./outbox-state.ts";
import type { OutboxEffects, OutboxEvents, OutboxState } from "../state/messages/outbox-shape.ts";
import { sendHandlers } from "../state/messages/send-state.ts";
import type { Effect, Runners } from "../state/shape.ts";

const resumeWord = "resume";

export const outboxPart: Part<OutboxState, OutboxEvents, OutboxEffects> = {
  initial: { pending: {}, outbox: { tabId: "", isOpen: false, isStored: true, reads: 0 } },
  handlers: { ...outboxHandlers, ...sendHandlers },
  follow: followOutbox,
  run: (outside) => runOutbox(outside),
};

type OutboxSetup = Pick<Outside, "store" | "api" | "clock" | "onResumeHint">;
type Tab = Pick<RowStorages, "database"> & { readonly tabId: string; readonly storage: DeviceStorage };

export function runOutbox(
  setup: OutboxSetup,
  tab: Tab = { tabId: takeTabId(), storage: deviceStorage, database: deviceRows },
): Runners<keyof OutboxEffects> {
  const { getState, dispatch } = setup.store;
  let outbox: Outbox | null = null;
  // Finishes removals for every owner: those of a sign-out may belong to somebody who never returns (SEND-7c).
  const finish = (): void => finishRemovals(journalPrefix(), tab);
  finish();
  tab.storage.onOtherTab((key, value) => {
    const event = outbox?.eventOf(key, value);
    if (event) dispatch(event);
  });
  return {
    "open-outbox": () => {
      outbox?.close();
      finish();
      const person = me(getState());
      outbox = person && openOutbox(setup, tab, ownerKey(person));
    },
    "close-outbox": () => {
      outbox?.close();
      outbox = null;
    },
    "write-journal": ({ message, isNew }) => outbox?.write(message, isNew),
    "remove-from-journal": ({ clientIds, sent }) => outbox?.remove(clientIds, sent),
    "call-publish": (effect) => void outbox?.publish(effect),
    "call-roll": () => outbox?.callRoll(),
    "hint-resume": () => outbox?.hintResume(),
  };
}

type Outbox = ReturnType<typeof openOutbox>;

function openOutbox({ store, api, clock, onResumeHint }: OutboxSetup, { tabId, ...storages }: Tab, owner: string) {
  let isRead = false;
  let isClosed = false;
  const dispatch: Dispatch = (event) => {
    if (!isClosed) store.dispatch(event);
  };
  const journal = createJournal(owner, { ...storages, onStored: () => read() });
  function read(): void {
    if (isRead) dispatch({ type: "outbox/loaded", rows: journal.rows(), isStored: journal.isStored() });
  }
  const onWord = (word: string): void => {
    if (word === resumeWord) dispatch({ type: "outbox/resume-hinted" });
  };
  const tabs = joinTabs({ name: `cuplaj.outbox.${owner}`, tabId, clock, onWord });
  // A page that slept has missed other tabs' writes, and may be able to reach the server again.
  const stopListening = onResumeHint(() => {
    read();
    tabs.post(resumeWord);
    dispatch({ type: "outbox/resume-hinted" });
  });
  const letPageGo = warnBeforeUnload(() => !journal.isStored());

  dispatch({ type: "outbox/opened", tabId, rows: journal.rows() });
  const stopReading = readCopies(journal, clock, () => {
    isRead = true;
    read();
  });

  return {
    eventOf: journal.eventOf,
    write: (message: PendingMessage, isNew: boolean): void => {
      journal.write(message, isNew);
      if (!journal.isStored()) read();
    },
    remove: (clientIds: readonly string[], sent: readonly Message[]): void => {
      journal.remove(clientIds, sent);
      if (journal.isStored() !== store.getState().outbox.isStored) read();
    },
    publish: async ({ roomId, clientId, ...said }: Effect<"call-publish">): Promise<void> => {
      const body = publishBody({ clientId, ...said });
      const result = await api.call("publishMessage", { params: { roomId: String(roomId) }, body });
      if (result.ok) dispatch({ type: "outbox/published", clientId, message: messageFromWire(result.value.message) });
      else dispatch({ type: "outbox/publish-failed", roomId, clientId, error: result.error });
    },
    callRoll: (): void => tabs.callRoll((present) => dispatch({ type: "outbox/roll-called", present })),
    hintResume: (): void => tabs.post(resumeWord),
    close: (): void => {
      isClosed = true;
      for (const stop of [stopReading, stopListening, letPageGo, tabs.leave]) stop();
    },
  };
}

import { messageFromWire } from "../api/from-wire.ts";
import { publishBody } from "../api/publish-body.ts";
import type { Outside, Part } from "../state/part.ts";
import { type DeviceStorage, deviceStorage } from "../platform/storage/device-storage.ts";
import { finishRemovals, readCopies, type RowStorages } from "../platform/storage/durable-rows.ts";
import { joinTabs, takeTabId } from "../platform/tabs/other-tabs.ts";
import { deviceRows } from "../platform/storage/stored-rows.ts";
import { warnBeforeUnload } from "../platform/page/warn-before-unload.ts";
import type { Message, PendingMessage } from "../state/entities.ts";
import { me, ownerKey } from "../state/selectors.ts";
import type { Dispatch } from "../state/store.ts";
import { createJournal, journalPrefix } from "./journal.ts";
import type { OutboxCommands, OutboxEffects, OutboxEvents, OutboxState } from "../state/messages/outbox-shape.ts";
import { followOutbox, outboxHandlers } from "./outbox-state.ts";
import { sendHandlers } from "../state/messages/send-state.ts";
import type { Effect, Runners } from "../state/shape.ts";

/** Posted between tabs when the server may be back. */
const resumeWord = "resume";

/** Pending messages. */
export const outboxPart: Part<OutboxState, OutboxEvents, OutboxEffects, OutboxCommands> = {
  initial: { pending: {}, outbox: { tabId: "", isOpen: false, isStored: true, reads: 0 } },
  commands: (dispatch) => ({
    sendMessage: (roomId, text, files = []) => dispatch({ type: "outbox/send-asked", roomId, text, files }),
    retryMessage: (roomId, clientId) => dispatch({ type: "outbox/retry-asked", roomId, clientId }),
    deleteFailedMessage: (roomId, clientId) => dispatch({ type: "outbox/pending-deleted", roomId, clientId }),
    editFailedMessage: (roomId, clientId) => dispatch({ type: "outbox/edit-asked", roomId, clientId }),
  }),
  handlers: { ...outboxHandlers, ...sendHandlers },
  follow: followOutbox,
  run: (outside) => runOutbox(outside),
};

type OutboxSetup = Pick<Outside, "store" | "api" | "clock" | "onResumeHint">;
/** The tab's id, and where its journal is stored: the browser's own, unless a test replaces it. */
type Tab = Pick<RowStorages, "database"> & { readonly tabId: string; readonly storage: DeviceStorage };

/** Performs the outbox's effects: stores and sends the signed-in person's messages. */
export function runOutbox(
  setup: OutboxSetup,
  tab: Tab = { tabId: takeTabId(), storage: deviceStorage, database: deviceRows },
): Runners<keyof OutboxEffects> {
  const { getState, dispatch } = setup.store;
  let outbox: Outbox | null = null;
  // Whoever is signed in: what was deleted at signing out may be of somebody who does not come back (SEND-7c).
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

/** The outbox of one person in this tab, from sign-in to sign-out. */
type Outbox = ReturnType<typeof openOutbox>;

function openOutbox({ store, api, clock, onResumeHint }: OutboxSetup, { tabId, ...storages }: Tab, owner: string) {
  let isRead = false;
  let isClosed = false;
  const dispatch: Dispatch = (event) => {
    if (!isClosed) store.dispatch(event);
  };
  const journal = createJournal(owner, { ...storages, onStored: () => read() });
  /** The stored rows; none before the database has answered. */
  function read(): void {
    if (isRead) dispatch({ type: "outbox/loaded", rows: journal.rows(), isStored: journal.isStored() });
  }
  const onWord = (word: string): void => {
    if (word === resumeWord) dispatch({ type: "outbox/resume-hinted" });
  };
  const tabs = joinTabs({ name: `cuplaj.outbox.${owner}`, tabId, clock, onWord });
  // A page that slept has missed what other tabs wrote, and may find the server again.
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

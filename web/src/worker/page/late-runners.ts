import type { Outside } from "../../state/part.ts";
import { lookForWorker, planSync } from "../../platform/tabs/app-worker.ts";
import { atMostEvery } from "../../platform/at-most-every.ts";
import { timestampOf } from "../../platform/clock.ts";
import { acceptInstallOffer, followInstallOffer } from "../../platform/page/install-offer.ts";
import { whenIdle } from "../../platform/late-component.ts";
import { warn } from "../../platform/log.ts";
import { onPageLeft } from "../../platform/page/page.ts";
import { storedSession } from "../../api/stored-session.ts";
import type { RoomId } from "../../state/entities.ts";
import { me, ownerKey, tokenOf, unsentCount } from "../../state/selectors.ts";
import { outboxTag } from "../outbox-tag.ts";
import { saveWorkerSession, type WorkerSession } from "../worker-session.ts";
import { runSharedFiles } from "./shared-files.ts";
import { createStoredCopy } from "./stored-copy.ts";
import { startUpdate, watchUpdates } from "./update-watch.ts";
import { answerWorker } from "./worker-questions.ts";

/** What has changed is copied at most this often, ms. */
const copyEveryMs = 5000;

type StoredCopy = ReturnType<typeof createStoredCopy>;
type Copying = Pick<Outside, "store" | "clock">;

export function lateRunners(outside: Outside) {
  const { store, clock } = outside;
  const { dispatch } = store;
  const copies = runCopies(outside);
  const attempt = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => warn("The device could not do what was asked.", error));
  };
  let isUpdateReady = false;
  attempt(
    watchUpdates(clock, () => {
      isUpdateReady = true;
      dispatch({ type: "offline/update-ready" });
    }),
  );
  answerWorker(outside);
  followInstallOffer((canInstall) => dispatch({ type: "offline/install-changed", canInstall }));
  // A closing page may have asked for it before it was left waiting.
  onPageLeft(() => {
    if (unsentCount(store.getState()) > 0) attempt(planSync(outboxTag));
  });
  return {
    "start-session": () => {
      copies.open();
      if (isUpdateReady) dispatch({ type: "offline/update-ready" });
    },
    "copy-to-device": copies.ask,
    "read-copy": () => attempt(copies.read()),
    "forget-copied-room": ({ roomId }: { readonly roomId: RoomId }) => copies.forgetRoom(roomId),
    "plan-sending": () => attempt(planSync(outboxTag)),
    "use-update": () => attempt(startUpdate(clock)),
    "look-for-update": () => attempt(lookForWorker()),
    "install-app": () => attempt(acceptInstallOffer()),
    ...runSharedFiles(outside),
  };
}

/** Copies of the signed-in person's rooms. */
function runCopies({ store, clock }: Copying) {
  let stored: (Pick<WorkerSession, "owner" | "language"> & { readonly copy: StoredCopy }) | null = null;
  const pace = atMostEvery(copyEveryMs, clock, () => whenIdle(() => void write()));

  // SW-1f: another tab may have signed out just now.
  const isSignedIn = (): boolean => storedSession()?.token === tokenOf(store.getState());

  function open(): StoredCopy | null {
    const state = store.getState();
    const person = me(state);
    const token = tokenOf(state);
    if (person === null || token === null) return null;
    const [owner, { language }] = [ownerKey(person), state];
    if (stored?.owner !== owner || stored.language !== language) {
      const copy = stored?.owner === owner ? stored.copy : createStoredCopy(owner, isSignedIn);
      stored = { owner, language, copy };
      saveWorkerSession({ owner, token, language }).catch((error: unknown) =>
        warn("The worker got no session.", error),
      );
    }
    return stored.copy;
  }

  async function write(): Promise<void> {
    if (!isSignedIn()) return;
    try {
      await open()?.write(store.getState(), timestampOf(clock.now()));
    } catch (error) {
      warn("What is shown could not be copied onto the device.", error);
    }
  }

  return {
    open: (): void => {
      stored = null;
      open();
    },
    ask: (): void => pace.ask(),
    forgetRoom: (roomId: RoomId): void => open()?.forgetRoom(roomId),
    read: async (): Promise<void> => {
      const copy = await open()?.read();
      if (copy) store.dispatch({ type: "offline/copy-read", copy });
    },
  };
}

import type { Outside } from "../../state/part.ts";
import {
  lookForWorker,
  onWorkerMessage,
  planSync,
  pageScripts,
  onNextWorker,
  onWaitingWorker,
  ownWorker,
  reloadPage,
  waitingWorker,
} from "../../platform/tabs/app-worker.ts";
import { atMostEvery } from "../../platform/at-most-every.ts";
import { timestampOf, type Clock } from "../../platform/clock.ts";
import { acceptInstallOffer, followInstallOffer } from "../../platform/page/install-offer.ts";
import { whenIdle } from "../../platform/late-component.ts";
import { warn } from "../../platform/log.ts";
import { onPageLeft } from "../../platform/page/page.ts";
import { storedSession } from "../../api/stored-session.ts";
import type { RoomId } from "../../state/entities.ts";
import { me, ownerKey, selectedRoomId, tokenOf, unsentCount } from "../../state/selectors.ts";
import { outboxTag, saveWorkerSession, type WorkerSession } from "../worker-session.ts";
import { createStoredCopy } from "./stored-copy.ts";
import { currentAddress } from "../../platform/page/page-history.ts";
import { dropArrivals, dropShare, storedShare, takeArrival } from "../stored-share.ts";
import { installedWindow, isMedia } from "../../platform/page/use-media.ts";
import type { ShareProblem } from "./offline-part.ts";
import { messageOf, type ToPage, ask, type ToWorker } from "../worker-messages.ts";

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
  // A page may close before its message has had to wait, so the sync is registered in any case.
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

function runCopies({ store, clock }: Copying) {
  let stored: (Pick<WorkerSession, "owner" | "language"> & { readonly copy: StoredCopy }) | null = null;
  const pace = atMostEvery(copyEveryMs, clock, () => whenIdle(() => void write()));

  // SW-1f: another tab may just have signed the person out.
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

type Arrival = ShareProblem | "taken" | null;

function runSharedFiles({ store: { dispatch } }: Pick<Outside, "store">) {
  let arrival = arrivalOf(new URLSearchParams(currentAddress().search).get("share"));

  async function find(): Promise<void> {
    const arrived = await arrival;
    arrival = Promise.resolve(null);
    if (arrived !== null) dispatch({ type: "offline/share-arrived", problem: arrived === "taken" ? null : arrived });
    const share = await storedShare();
    if (share) dispatch({ type: "offline/shared", share });
  }

  return {
    "find-share": (): void => void find().catch((error: unknown) => warn("What was shared could not be found.", error)),
    "drop-share": (): void => dropShare(),
  };
}

async function arrivalOf(named: string | null): Promise<Arrival> {
  if (named === null || named === "lost" || named === "failed") return named;
  try {
    // SW-1r: other apps share only with the installed app. In a tab, any web page may have posted the share.
    if (isMedia(installedWindow)) return (await takeArrival(named)) ? "taken" : null;
    await dropArrivals();
    return "lost";
  } catch (error) {
    warn("What was shared could not be taken.", error);
    return "failed";
  }
}

/** Replies to the worker about pushes: which room is shown (PUSH-9b), and navigation to another one (PUSH-10). */
function answerWorker({ store }: Pick<Outside, "store">): void {
  onWorkerMessage((data, port) => {
    const message = messageOf<ToPage>(data, ["room-asked", "open-path"]);
    if (message?.type === "room-asked") port?.postMessage(shownRoom());
    if (message?.type !== "open-path") return;
    store.dispatch({ type: "address/asked", path: message.path });
    port?.postMessage(true);
  });

  function shownRoom(): string | null {
    const state = store.getState();
    const roomId = selectedRoomId(state);
    return roomId === null ? null : (state.rooms.byId[roomId]?.name ?? null);
  }
}

const reloadMs = 3000;

const post = (worker: ServiceWorker, message: ToWorker, ports: Transferable[] = []): void =>
  worker.postMessage(message, ports);

/** SW-1d: activates a waiting worker of the page's own build, unless another page is open. */
export async function watchUpdates(clock: Clock, onReady: () => void): Promise<void> {
  onWorkerMessage((data, port) => {
    if (messageOf<ToPage>(data, ["scripts-asked"])) port?.postMessage(pageScripts());
  });
  const own = ownWorker();
  if (own) post(own, { type: "begun" });
  await onWaitingWorker((worker) => void look(worker));

  async function look(worker: ServiceWorker): Promise<void> {
    const question: ToWorker = { type: "is-build-of", scripts: pageScripts() };
    const isOwn = await ask((ports) => post(worker, question, ports), clock.later);
    if (isOwn === true) post(worker, { type: "activate-if-alone" });
    else onReady();
  }
}

export async function startUpdate(clock: Clock): Promise<void> {
  const worker = await waitingWorker();
  if (worker) {
    onNextWorker(reloadPage);
    post(worker, { type: "activate" });
    clock.later(reloadMs, reloadPage);
  } else reloadPage();
}

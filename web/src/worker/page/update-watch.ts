import {
  pageScripts,
  onNextWorker,
  onWaitingWorker,
  onWorkerMessage,
  ownWorker,
  reloadPage,
  waitingWorker,
} from "../../platform/tabs/app-worker.ts";
import type { Clock } from "../../platform/clock.ts";
import { ask, messageOf, type ToPage, type ToWorker } from "../worker-messages.ts";

/** How long the new worker may take to answer for the page before it is loaded anew all the same, ms. */
const reloadMs = 3000;

const post = (worker: ServiceWorker, message: ToWorker, ports: Transferable[] = []): void =>
  worker.postMessage(message, ports);

/**
 * SW-1d: calls when a newer build than the page's waits. Where the waiting worker is of the page's own build, the page has just begun
 * with that, and the worker becomes the active one unless another page is open.
 */
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

/** Loads the page anew with the worker that waits, which answers for it from then on. */
export async function startUpdate(clock: Clock): Promise<void> {
  const worker = await waitingWorker();
  if (worker) {
    onNextWorker(reloadPage);
    post(worker, { type: "activate" });
    clock.later(reloadMs, reloadPage);
  } else reloadPage();
}

import type { Clock } from "../../platform/clock.ts";
import { warn } from "../../platform/log.ts";
import { ask, type ToPage } from "../worker-messages.ts";
import { openPages, type WorkerScope } from "./worker-scope.ts";

/** PUSH-10: shows a path of ours in the window that had the focus last, without loading it anew; in a new one where none is open. */
export async function openPath(scope: WorkerScope, path: string, clock: Clock): Promise<void> {
  const [page] = await openPages(scope);
  if (!page) {
    await scope.clients.openWindow(path);
    return;
  }
  // Before it is asked: a page in the background may be frozen.
  await page.focus().catch((error: unknown) => warn("The window could not be brought to the front.", error));
  const asked: ToPage = { type: "open-path", path };
  if ((await ask((ports) => page.postMessage(asked, ports), clock.later)) !== true) await page.navigate(path);
}

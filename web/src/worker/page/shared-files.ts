import type { Outside } from "../../state/part.ts";
import { currentAddress } from "../../platform/page/page-history.ts";
import { warn } from "../../platform/log.ts";
import { dropArrivals, dropShare, storedShare, takeArrival } from "../stored-share.ts";
import { installedWindow, isMedia } from "../../platform/page/use-media.ts";
import type { ShareProblem } from "./offline-shape.ts";

/** What became of what was shared just now; null where nothing was. */
type Arrival = ShareProblem | "taken" | null;

/** Takes what has arrived with this page, and finds what waits for its room once somebody is signed in (SW-1h). */
export function runSharedFiles({ store: { dispatch } }: Pick<Outside, "store">) {
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
    // SW-1r: another app opens the installed one; in a tab it was a page of the web that posted.
    if (isMedia(installedWindow)) return (await takeArrival(named)) ? "taken" : null;
    await dropArrivals();
    return "lost";
  } catch (error) {
    warn("What was shared could not be taken.", error);
    return "failed";
  }
}

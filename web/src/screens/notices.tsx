import { Suspense, useEffect } from "react";
import { ConnectionBanner } from "../navigation/connection-banner.tsx";
import { watchPresses } from "../platform/input/last-press.ts";
import { lateComponent } from "../platform/late-component.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./notices.module.css";

const Toasts = lateComponent(async () => (await import("../alerts/toasts.tsx")).Toasts, { says: "first" });
const OfflineNotes = lateComponent(async () => (await import("../worker/page/offline-notes.tsx")).OfflineNotes);

/** What lies over every screen and moves nothing below it: the toasts, and under them the connection's banner (CONN-5b). */
export function Notices() {
  const isHome = useAppState(({ session, route: { kind } }) => {
    return session.phase === "signed-in" && (kind === "home" || kind === "join" || kind === "view");
  });
  const pane = useAppState((state) => (state.openRoom.phase === "none" ? "rooms" : "conversation"));
  const isNoted = useAppState(
    ({ offline: { copiedAt, isUpdateReady, share } }) => (copiedAt ?? share) !== null || isUpdateReady,
  );
  const isAny = useAppState(({ alerts }) => alerts.length > 0);
  useEffect(watchPresses, []);
  return (
    <div className={styles["notices"]} data-pane={pane}>
      <div className={styles["toasts"]}>
        <Suspense fallback={null}>{isAny && <Toasts />}</Suspense>
      </div>
      {isHome && (
        <div className={styles["banner"]}>
          <ConnectionBanner />
          <Suspense fallback={null}>{isNoted && <OfflineNotes />}</Suspense>
        </div>
      )}
    </div>
  );
}

import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { FailureNotice } from "../design/notice.tsx";
import { useJoinFailure } from "../rooms/use-join-failure.ts";
import type { RoomId } from "../state/entities.ts";
import { me } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./composer.module.css";

/** Replaces the composer for a visitor, who sees a room without being in it: nothing comes live there (VISIT-1). */
export function VisitorNote({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("room");
  const { joinRoom } = useCommands();
  const offerNumber = useAppState((state) => state.rooms.byId[roomId]?.offerNumber);
  const joining = useAppState(({ joining, rooms }) =>
    joining.phase !== "none" && joining.roomRef === rooms.byId[roomId]?.name ? joining : null,
  );
  const failureText = useJoinFailure();
  const mayJoin = useAppState((state) => hasPermission(me(state)?.roles, "rooms.join"));
  return (
    <div className={styles["composer"]}>
      <p className={`${styles["stash"]} ${styles["visitor"]}`}>
        {t("visiting")}
        {mayJoin && (
          <Button isBusy={joining?.phase === "busy"} onClick={() => joinRoom(String(offerNumber))}>
            {t("join")}
          </Button>
        )}
      </p>
      {joining?.phase === "failed" && <FailureNotice>{failureText(joining.error)}</FailureNotice>}
    </div>
  );
}

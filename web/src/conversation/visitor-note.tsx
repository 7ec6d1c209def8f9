import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { useTranslations } from "use-intl";
import { FailureNotice } from "../design/notice.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { JoinFailure } from "../design/join-failure.tsx";
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
  const failure = joining?.phase === "failed" ? joining.error : null;
  const mayJoin = useAppState((state) => hasPermission(me(state)?.roles, "rooms.join"));
  return (
    <div className={styles["composer"]}>
      <p className={`${styles["stash"]} ${styles["visitor"]}`}>
        {t("visiting")}
        {mayJoin && (
          <WaitButton error={failure} isBusy={joining?.phase === "busy"} onClick={() => joinRoom(String(offerNumber))}>
            {t("join")}
          </WaitButton>
        )}
      </p>
      {failure !== null && (
        <FailureNotice>
          <JoinFailure error={failure} />
        </FailureNotice>
      )}
    </div>
  );
}

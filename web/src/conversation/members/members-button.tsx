import { Users } from "lucide-react";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { VisuallyHidden } from "../../design/visually-hidden.tsx";
import { lateComponent } from "../../platform/late-component.ts";
import { HereNames } from "../../participants/presence/here-names.tsx";
import type { RoomId } from "../../state/entities.ts";
import { isVisitorIn } from "../../state/selectors.ts";
import { useAppState, useCommands } from "../../state/app-context.ts";
import styles from "./members-button.module.css";

const MembersDialog = lateComponent(async () => (await import("./members-dialog.tsx")).MembersDialog);

/** In a room's header: who is present and how many belong to it, and the way to all of them (USR-2). */
export function MembersButton({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("people");
  const total = useAppState((state) => state.rooms.byId[roomId]?.membersTotal ?? 0);
  const isVisitor = useAppState((state) => isVisitorIn(state, roomId));
  const isOpen = useAppState(({ memberList }) => memberList?.roomId === roomId);
  const { showMembers } = useCommands();
  return (
    <>
      {!isVisitor && (
        <button
          type="button"
          className={styles["button"]}
          title={t("members")}
          aria-haspopup="dialog"
          onClick={() => showMembers(roomId)}
        >
          <VisuallyHidden>{t("members")}. </VisuallyHidden>
          <HereNames roomId={roomId} />
          <span className={styles["total"]} aria-hidden="true">
            <Users size={16} />
            {total}
          </span>
          <VisuallyHidden>{t("count", { count: total })}</VisuallyHidden>
        </button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <MembersDialog />
        </Suspense>
      )}
    </>
  );
}

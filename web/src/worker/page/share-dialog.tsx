import { useTranslations } from "use-intl";
import { Button } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { useRoomTitle } from "../../state/rooms/use-room-title.ts";
import type { RoomId } from "../../state/entities.ts";
import type { Share } from "../../state/share.ts";
import { shownRooms } from "../../state/selectors.ts";
import { useAppState, useCommands } from "../../state/app-context.ts";
import styles from "./offline-notes.module.css";

/** Asks for the room of what another app shared; closing it drops that (SW-1h). */
export function ShareDialog({ share: { files, left } }: { readonly share: Share }) {
  const t = useTranslations();
  const rooms = useAppState(shownRooms);
  const { answerShare } = useCommands();
  return (
    <Dialog title={t("offline.share")} closeLabel={t("app.close")} onClose={() => answerShare(null)}>
      {files.length > 0 && <p>{t("offline.shared", { count: files.length })}</p>}
      {left > 0 && <p>{t("offline.shareLeft", { count: left })}</p>}
      {rooms.length === 0 && <p>{t("offline.shareNothing")}</p>}
      <ul className={styles["rooms"]}>
        {rooms.map((roomId) => (
          <RoomChoice key={roomId} roomId={roomId} />
        ))}
      </ul>
    </Dialog>
  );
}

function RoomChoice({ roomId }: { readonly roomId: RoomId }) {
  const title = useRoomTitle(roomId);
  const vehicle = useAppState((state) => state.rooms.byId[roomId]?.vehicle ?? "");
  const { answerShare } = useCommands();
  return (
    <li>
      <Button onClick={() => answerShare(roomId)}>
        {title}
        {vehicle !== "" && ` · ${vehicle}`}
      </Button>
    </li>
  );
}

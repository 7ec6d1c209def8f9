import { useLocale, useTranslations } from "use-intl";
import { Button } from "../../design/button.tsx";
import { momentLabel } from "../../language/time-label.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import { isAnythingUnsent } from "./offline-part.ts";
import styles from "./offline-notes.module.css";
import { Dialog } from "../../design/dialog.tsx";
import { useRoomTitle } from "../../state/rooms/use-room-title.ts";
import type { RoomId } from "../../state/entities.ts";
import type { Share } from "../stored-share.ts";
import { shownRooms } from "../../state/selectors.ts";

export function OfflineNotes() {
  const t = useTranslations("offline");
  const locale = useLocale();
  const { copiedAt, isUpdateReady, share } = useAppState(({ offline }) => offline);
  return (
    <>
      <div role="status" className={styles["notes"]}>
        {copiedAt !== null && (
          <span className={styles["note"]}>{t("copied", { time: momentLabel(copiedAt, locale) })}</span>
        )}
        {isUpdateReady && <UpdateNote />}
      </div>
      {share && (
        <div className={styles["asked"]}>
          <ShareDialog share={share} />
        </div>
      )}
    </>
  );
}

/** The button appears only once everything is sent, so that an update never risks unsent work. */
function UpdateNote() {
  const t = useTranslations("offline");
  const isHeldBack = useAppState(isAnythingUnsent);
  const dispatch = useDispatch();
  return (
    <span className={styles["note"]}>
      <span>{isHeldBack ? t("updateLater") : t("update")}</span>
      {!isHeldBack && (
        <Button look="link" onClick={() => dispatch({ type: "offline/update-asked" })}>
          {t("useUpdate")}
        </Button>
      )}
    </span>
  );
}

function ShareDialog({ share: { files, left } }: { readonly share: Share }) {
  const t = useTranslations();
  const rooms = useAppState(shownRooms);
  const dispatch = useDispatch();
  return (
    <Dialog
      title={t("offline.share")}
      closeLabel={t("app.close")}
      onClose={() => dispatch({ type: "offline/share-answered", roomId: null })}
    >
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
  const dispatch = useDispatch();
  return (
    <li>
      <Button onClick={() => dispatch({ type: "offline/share-answered", roomId })}>
        {title}
        {vehicle !== "" && ` · ${vehicle}`}
      </Button>
    </li>
  );
}

import { requestPhotosMax } from "@cuplaj/protocol/limits.ts";
import { Camera, Images } from "lucide-react";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { FileInput, StorageNote, useCanAttach } from "../files/sending/attach-buttons.tsx";
import { trayOf } from "../files/sending/attachments-state.ts";
import { Tray } from "../files/sending/tray.tsx";
import { touchDevice, useMedia } from "../platform/page/use-media.ts";
import { NewRequest } from "../requests/new-request.tsx";
import styles from "../requests/new-request.module.css";
import { newRoomId } from "../state/entities.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { BackToList } from "./room-ghost.tsx";
import head from "./room-header.module.css";
import pane from "./room-pane.module.css";

export function NewRequestPane() {
  const t = useTranslations("requests");
  return (
    <div className={pane["pane"]}>
      <header className={head["header"]}>
        <BackToList />
        <h2 className={head["title"]}>{t("new")}</h2>
      </header>
      <NewRequest photos={<RequestPhotos />} />
    </div>
  );
}

/** ASK-3a: photos of the label, the part or the registration certificate, at once from a phone's camera. */
function RequestPhotos() {
  const t = useTranslations("requests");
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const left = useAppState((state) => requestPhotosMax - trayOf(state, newRoomId).length);
  const isTouch = useMedia(touchDevice);
  const canAttach = useCanAttach();
  const dispatch = useDispatch();
  if (!canAttach) return null;
  const onChosen = (chosen: readonly File[]): void =>
    dispatch({ type: "attachments/chosen", roomId: newRoomId, files: chosen.slice(0, left) });
  return (
    <div className={styles["form"]}>
      <p>{t(left > 0 ? "photosHint" : "photosMost", { count: requestPhotosMax })}</p>
      <Tray roomId={newRoomId} field={button} />
      {left > 0 && (
        <p className={styles["ways"]}>
          {isTouch && (
            <Button onClick={() => camera.current?.click()}>
              <Camera size={18} aria-hidden="true" />
              {t("takePhoto")}
            </Button>
          )}
          <Button ref={button} onClick={() => files.current?.click()}>
            <Images size={18} aria-hidden="true" />
            {t("choosePhotos")}
          </Button>
        </p>
      )}
      <FileInput ref={camera} label={t("takePhoto")} accept="image/*" capture="environment" onChosen={onChosen} />
      <FileInput ref={files} label={t("choosePhotos")} accept="image/*" multiple onChosen={onChosen} />
      <StorageNote isEdit={false} />
    </div>
  );
}

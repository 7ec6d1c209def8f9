import { requestReasonCharactersMax } from "@cuplaj/protocol/limits.ts";
import { cleanText } from "@cuplaj/protocol/message-text.ts";
import { type FormEvent, useEffect, useEffectEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { TextField } from "../design/field.tsx";
import { FailureNotice } from "../design/notice.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import type { RoomId } from "../state/entities.ts";
import { isEnded } from "../state/rooms/room-title.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./new-request.module.css";

interface CloseDialogProps {
  readonly roomId: RoomId;
  readonly onClose: () => void;
}

/** ASK-12a: asks for the reason, and closes once the request is closed, by whomever. */
export function CloseDialog({ roomId, onClose }: CloseDialogProps) {
  const t = useTranslations();
  const [reason, setReason] = useState("");
  const [isAsked, setAsked] = useState(false);
  const change = useAppState(({ requestChange }) => (requestChange?.roomId === roomId ? requestChange : null));
  const isOver = useAppState(({ rooms }) => {
    const request = rooms.byId[roomId]?.request;
    return !request || isEnded(request);
  });
  const dispatch = useDispatch();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
  const error = isAsked ? (change?.error ?? null) : null;
  const isBusy = change?.error === null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    const said = cleanText(reason);
    const asked = { state: "closed", ...(said !== "" && { reason: said }) } as const;
    dispatch({ type: "requests/change-asked", roomId, change: asked });
  }

  return (
    <Dialog title={t("requests.closeTitle")} closeLabel={t("app.close")} onClose={onClose}>
      <form className={styles["form"]} onSubmit={submit}>
        <TextField
          label={t("requests.reason")}
          hint={t("requests.reasonHint")}
          rows={3}
          maxLength={requestReasonCharactersMax}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {error !== null && (
          <FailureNotice>
            <ErrorText error={error} />
          </FailureNotice>
        )}
        <WaitButton look="primary" type="submit" isWide error={error} isBusy={isBusy}>
          {t("requests.closeNow")}
        </WaitButton>
      </form>
    </Dialog>
  );
}

import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Blank } from "../design/notice.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import type { RoomId } from "../state/entities.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { missingPictures, printedMax, printingError, printingStage } from "./printing-part.ts";
import styles from "./printed.module.css";

export function PrintingDialog({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations();
  const isFailed = useAppState((state) => printingStage(state, roomId) === "failed");
  const error = useAppState((state) => printingError(state, roomId));
  const dispatch = useDispatch();
  return (
    <Dialog
      title={t("printing.title")}
      closeLabel={t("app.close")}
      onClose={() => dispatch({ type: "printing/cancelled" })}
    >
      <div className={styles["printing"]}>
        {isFailed && error ? (
          <Blank title={t("printing.failed")} hint={<ErrorText error={error} />} isFailure>
            <WaitButton error={error} onClick={() => dispatch({ type: "printing/again-asked" })} />
          </Blank>
        ) : (
          <Progress />
        )}
        <Button onClick={() => dispatch({ type: "printing/cancelled" })}>{t("printing.cancel")}</Button>
      </div>
    </Dialog>
  );
}

function Progress() {
  const t = useTranslations("printing");
  const messages = useAppState(({ printing }) => printing?.log.length ?? 0);
  const messagesTotal = useAppState(({ printing }) => Math.min(printing?.total ?? printedMax, printedMax));
  const pictures = useAppState(({ printing }) => printing?.pictures.length ?? 0);
  const missing = useAppState(missingPictures);
  const [count, total] = missing > 0 ? [pictures - missing, pictures] : [messages, messagesTotal];
  return (
    <>
      <progress max={Math.max(1, total)} value={count} aria-label={t("title")} />
      <p>{t(missing > 0 ? "picturesLoaded" : "loaded", { count, total })}</p>
    </>
  );
}

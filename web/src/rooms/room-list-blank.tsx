import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import { Skeleton } from "../design/skeleton.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { lateComponent } from "../platform/late-component.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./rooms-pane.module.css";

const OpenOfferForm = lateComponent(async () => (await import("./open-offer-form.tsx")).OpenOfferForm);

const ghosts = ["52%", "64%", "44%", "58%", "48%", "62%"];

/** The list without a row: loading, failed, or really empty. */
export function RoomListBlank() {
  const t = useTranslations();
  const phase = useAppState((state) => state.rooms.phase);
  const { loadMoreRooms } = useCommands();
  switch (phase) {
    case "idle":
    case "loading":
      return (
        <div role="status">
          <VisuallyHidden>{t("rooms.loading")}</VisuallyHidden>
          {ghosts.map((width) => (
            <div key={width} className={styles["ghost"]}>
              <Skeleton width={width} />
              <Skeleton width="78%" />
            </div>
          ))}
        </div>
      );
    case "failed":
      return (
        <Blank title={t("rooms.failed")} hint={t("rooms.failedHint")} isFailure>
          <Button onClick={loadMoreRooms}>{t("app.retry")}</Button>
        </Blank>
      );
    case "ready":
      return (
        <Blank title={t("rooms.empty")} hint={t("rooms.emptyHint")}>
          <Suspense fallback={null}>
            <OpenOfferForm />
          </Suspense>
        </Blank>
      );
  }
}

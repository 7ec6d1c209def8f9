import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { lateComponent } from "../platform/late-component.ts";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import { SearchOverRoom } from "../found/search-over-room.tsx";
import { HolderLine } from "../hand-over/holder-line.tsx";
import { useErrorText } from "../language/use-error-text.ts";
import { RoomHeader, RoomHeaderGhost } from "../rooms/room-header.tsx";
import type { OpenRoom } from "../rooms/rooms-shape.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { RoomView } from "./room-view.tsx";
import styles from "./room-pane.module.css";
import { MessageGhosts } from "./message-ghosts.tsx";

const HomePane = lateComponent(async () => (await import("../rooms/home-pane.tsx")).HomePane);
const JoinQuestion = lateComponent(async () => (await import("../rooms/join-question.tsx")).JoinQuestion);
const OpenOfferForm = lateComponent(async () => (await import("../rooms/open-offer-form.tsx")).OpenOfferForm);

interface RoomPaneProps {
  readonly isOfferShown: boolean;
  readonly onToggleOffer: () => void;
}

/** The open room, or what is shown instead of it. */
export function RoomPane({ isOfferShown, onToggleOffer }: RoomPaneProps) {
  const openRoom = useAppState((state) => state.openRoom);
  switch (openRoom.phase) {
    case "none":
      return (
        <Suspense fallback={null}>
          <HomePane />
        </Suspense>
      );
    case "opening":
    case "looking":
      return (
        <div className={styles["pane"]}>
          <RoomHeaderGhost />
          <MessageGhosts />
        </div>
      );
    case "asking":
      return (
        <div className={styles["pane"]}>
          <Suspense fallback={null}>
            <JoinQuestion roomRef={openRoom.roomRef} />
          </Suspense>
        </div>
      );
    case "open":
      return (
        <RoomView key={openRoom.roomId} roomId={openRoom.roomId}>
          <div className={styles["head"]}>
            <SearchOverRoom roomId={openRoom.roomId}>
              <RoomHeader roomId={openRoom.roomId} isOfferShown={isOfferShown} onToggleOffer={onToggleOffer} />
            </SearchOverRoom>
            <HolderLine roomId={openRoom.roomId} />
          </div>
        </RoomView>
      );
    case "failed":
      return (
        <div className={styles["pane"]}>
          <RoomHeaderGhost roomRef={openRoom.roomRef} />
          <RoomFailure openRoom={openRoom} />
        </div>
      );
  }
}

/** Why the room did not open, and the next thing to do. */
function RoomFailure({ openRoom: { roomRef, error } }: { readonly openRoom: Extract<OpenRoom, { phase: "failed" }> }) {
  const t = useTranslations();
  const errorText = useErrorText();
  const { closeRoom, retryOpenRoom } = useCommands();
  const toList = <Button onClick={closeRoom}>{t("room.toList")}</Button>;
  if (error.code === "not_found" || error.code === "invalid") {
    return (
      <Blank title={t("room.notFound")} hint={t("room.notFoundHint")} isFailure>
        <Suspense fallback={null}>
          <OpenOfferForm key={roomRef} tried={roomRef.replace(/^oferta\./, "")} />
        </Suspense>
        {toList}
      </Blank>
    );
  }
  if (error.code === "forbidden") {
    return (
      <Blank title={t("room.forbidden")} hint={t("room.forbiddenHint")} isFailure>
        {toList}
      </Blank>
    );
  }
  return (
    <Blank title={t("room.failed")} hint={`${errorText(error)} ${t("room.failedHint")}`} isFailure>
      <Button look="primary" onClick={retryOpenRoom}>
        {t("app.retry")}
      </Button>
      {toList}
    </Blank>
  );
}

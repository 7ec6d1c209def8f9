import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import { useErrorText } from "../language/use-error-text.ts";
import { JoinQuestion } from "../rooms/join-question.tsx";
import { OpenOfferForm } from "../rooms/open-offer-form.tsx";
import { RoomHeader, RoomHeaderGhost } from "../rooms/room-header.tsx";
import type { OpenRoom } from "../rooms/rooms-shape.ts";
import { useChat, useCommands } from "../state/use-chat.ts";
import { Conversation } from "./conversation.tsx";
import styles from "./conversation-pane.module.css";
import { MessageGhosts } from "./message-ghosts.tsx";

interface ConversationPaneProps {
  readonly isOfferShown: boolean;
  readonly onToggleOffer: () => void;
}

/** The open conversation, or what stands in its place. */
export function ConversationPane({ isOfferShown, onToggleOffer }: ConversationPaneProps) {
  const t = useTranslations("room");
  const openRoom = useChat((state) => state.openRoom);
  switch (openRoom.phase) {
    case "none":
      return (
        <div className={styles["pane"]}>
          <span />
          <Blank title={t("none")} hint={t("noneHint")} />
        </div>
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
          <JoinQuestion chat={openRoom.chat} />
        </div>
      );
    case "open":
      return (
        <Conversation key={openRoom.roomId} roomId={openRoom.roomId}>
          <RoomHeader roomId={openRoom.roomId} isOfferShown={isOfferShown} onToggleOffer={onToggleOffer} />
        </Conversation>
      );
    case "failed":
      return (
        <div className={styles["pane"]}>
          <RoomHeaderGhost chat={openRoom.chat} />
          <RoomFailure openRoom={openRoom} />
        </div>
      );
  }
}

/** Why the conversation did not open, and the next thing to do. */
function RoomFailure({ openRoom: { chat, error } }: { readonly openRoom: Extract<OpenRoom, { phase: "failed" }> }) {
  const t = useTranslations();
  const errorText = useErrorText();
  const { closeRoom, retryOpenRoom } = useCommands();
  const toList = <Button onClick={closeRoom}>{t("room.toList")}</Button>;
  if (error.code === "not_found" || error.code === "invalid") {
    return (
      <Blank title={t("room.notFound")} hint={t("room.notFoundHint")} isFailure>
        <OpenOfferForm key={chat} tried={chat.replace(/^oferta\./, "")} />
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

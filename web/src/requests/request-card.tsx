import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { lateOrNothing } from "../platform/late-component.ts";
import type { Message, RoomId } from "../state/entities.ts";
import { requestOf } from "../state/messages/amendments.ts";
import { isEnded } from "../state/rooms/room-title.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { AppState } from "../state/shape.ts";
import styles from "./request-card.module.css";

const CloseDialog = lateOrNothing(async () => (await import("./close-dialog.tsx")).CloseDialog);

interface CardProps {
  readonly message: Message | null;
  readonly tabIndex: number;
  /** The text. */
  readonly children: ReactNode;
}

/** ASK-10: adds to the message that carries a request its state, and what may be done about it. */
export function RequestCard({ message, tabIndex, children }: CardProps) {
  const t = useTranslations();
  const request = useAppState((state) => message && requestOf(state, message));
  if (!request || !message) return children;
  const { id, state, reason } = request;
  return (
    <>
      <div className={styles["head"]}>
        <strong>{t("requests.title", { number: String(id) })}</strong>
        <span data-ended={isEnded(request)}>{t(`offers.status.${state}`)}</span>
        {reason !== null && <bdi>{reason}</bdi>}
      </div>
      {children}
      <Action roomId={message.roomId} tabIndex={tabIndex} />
    </>
  );
}

const asked = { withdraw: "withdrawn", reopen: "open" } as const;

interface ActionProps extends Pick<CardProps, "tabIndex"> {
  readonly roomId: RoomId;
}

function Action({ roomId, tabIndex }: ActionProps) {
  const t = useTranslations("requests");
  const way = useAppState((state) => wayOf(state, roomId));
  const change = useAppState(({ requestChange }) => (requestChange?.roomId === roomId ? requestChange : null));
  const [isClosing, setClosing] = useState(false);
  const dispatch = useDispatch();
  if (way === null) return null;
  const error = change?.error ?? null;
  function act() {
    if (way === "close") setClosing(true);
    else if (way) dispatch({ type: "requests/change-asked", roomId, change: { state: asked[way] } });
  }
  return (
    <div className={styles["ways"]}>
      <WaitButton look="link" tabIndex={tabIndex} error={error} isBusy={change?.error === null} onClick={act}>
        {t(way)}
      </WaitButton>
      {error !== null && !isClosing && (
        <span role="alert">
          <ErrorText error={error} />
        </span>
      )}
      {isClosing && <CloseDialog roomId={roomId} onClose={() => setClosing(false)} />}
    </div>
  );
}

/** ASK-12: the customer withdraws and reopens, staff members close and reopen; nobody changes an ordered request. */
function wayOf(state: AppState, roomId: RoomId): "withdraw" | "close" | "reopen" | null {
  const room = state.rooms.byId[roomId];
  const self = me(state);
  if (!room?.request || !room.isMember || room.request.state === "ordered") return null;
  if (!hasPermission(self?.roles, "messages.publish")) return null;
  if (isEnded(room.request)) return "reopen";
  return isSamePerson(room.customer, self) ? "withdraw" : "close";
}

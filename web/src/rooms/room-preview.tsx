import { useTranslations } from "use-intl";
import type { AppState } from "../state/shape.ts";
import type { Message, RoomId } from "../state/entities.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./room-row.module.css";

/** The last line of a row: who types, else that a message was refused, else the draft, else the newest message and its author. */
export function RoomPreview({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations();
  const typist = useAppState((state) => state.typing[roomId]?.[0]?.name);
  const draft = useAppState((state) => (isOpen(state, roomId) ? "" : (state.drafts[roomId] ?? "").trim()));
  const isFailed = useAppState((state) => state.pending[roomId]?.some(({ status }) => status === "failed"));
  const message = useAppState((state) => state.rooms.byId[roomId]?.lastMessage ?? null);
  if (typist !== undefined) {
    return (
      <span className={styles["typing"]}>
        <bdi>{typist}</bdi> {t("typing.row")}
      </span>
    );
  }
  if (isFailed) return <span className={styles["draft"]}>{t("messages.failedToSend")}</span>;
  if (draft !== "") {
    return (
      <>
        <span className={styles["draft"]}>{t("rooms.draft")}</span> <bdi>{draft}</bdi>
      </>
    );
  }
  if (!message) return t("rooms.noMessages");
  return <NewestMessage message={message} />;
}

/** The newest message with its author; for staff the row is named by its customer already. */
function NewestMessage({ message: { author, text } }: { readonly message: Message }) {
  const t = useTranslations("rooms");
  const isOwn = useAppState((state) => isSamePerson(author, me(state)));
  const isNamed = useAppState((state) => author?.kind === "customer" && me(state)?.kind !== "customer");
  const who = isOwn ? t("you") : isNamed ? undefined : author?.name;
  return (
    <>
      {who !== undefined && (
        <span className={styles["who"]}>
          <bdi>{who}</bdi>:{" "}
        </span>
      )}
      <bdi>{text}</bdi>
    </>
  );
}

const isOpen = (state: AppState, roomId: RoomId): boolean =>
  state.openRoom.phase === "open" && state.openRoom.roomId === roomId;

import { Check, CheckCheck } from "lucide-react";
import { useTranslations } from "use-intl";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { amendmentOf, isDeletion, shownText } from "../state/messages/amendments.ts";
import { useMessageWords } from "../language/message-words.ts";
import { namedInSentence, usePersonName } from "../state/participants/person-name.tsx";
import type { AppState } from "../state/shape.ts";
import type { LastDecision, Message, RoomId } from "../state/entities.ts";
import { isSamePerson, isSilenced, me } from "../state/selectors.ts";
import { useAppState } from "../state/app-context.ts";
import { shownNews } from "../state/rooms/new-decision.ts";
import styles from "./room-row.module.css";

export function RoomPreview({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations();
  const typist = useAppState((state) => state.typing[roomId]?.[0]?.name);
  const draft = useAppState((state) =>
    isOpen(state, roomId) ? "" : (state.drafts[roomId] ?? "").trim() || waitingFile(state, roomId),
  );
  const isFailed = useAppState((state) => state.pending[roomId]?.some(({ status }) => status === "failed"));
  const message = useAppState((state) => state.rooms.byId[roomId]?.lastMessage ?? null);
  const news = useAppState(({ rooms: { byId } }) => byId[roomId] && shownNews(byId[roomId]));
  const hasLeft = useAppState((state) => hasCustomerLeft(state, roomId));
  const isNew = useAppState((state) => isNewOffer(state, roomId));
  if (typist !== undefined)
    return (
      <span className={styles["typing"]}>
        <bdi>{typist}</bdi> {t("typing.row")}
      </span>
    );
  if (isFailed) return <span className={styles["failed"]}>{t("messages.failedToSend")}</span>;
  if (draft !== "")
    return (
      <span className={styles["draft"]}>
        {t("rooms.draft")} <bdi>{draft}</bdi>
      </span>
    );
  if (news && news.decision === undefined) return t.rich("lines.broughtYou", { by: news.by.name, b: namedInSentence });
  if (hasLeft) return <em>{t("rooms.customerLeft")}</em>;
  if (news) return <NewestDecision decision={news} />;
  if (!message) return isNew ? <span className={styles["fresh"]}>{t("rooms.newOffer")}</span> : t("rooms.noMessages");
  return <NewestMessage message={message} />;
}

function NewestDecision({ decision: { decision, by, code, linesTotal } }: { readonly decision: LastDecision }) {
  const t = useTranslations("rooms.decided");
  const isOwn = useAppState((state) => isSamePerson(by, me(state)));
  const part = () => (code === null ? t("unnamed") : <bdi>{code}</bdi>);
  return (
    <span className={styles["whole"]}>{t.rich(isOwn ? ownKeys[decision] : decision, { part, count: linesTotal })}</span>
  );
}

const ownKeys = { accept: "youAccept", decline: "youDecline" } as const;

function NewestMessage({ message }: { readonly message: Message }) {
  const { author } = message;
  const words = useMessageWords();
  const t = useTranslations("rooms");
  const isOwn = useAppState((state) => isSamePerson(author, me(state)));
  // For staff, the row already shows the customer's name.
  const isNamed = useAppState((state) => author?.kind === "customer" && me(state)?.kind !== "customer");
  const amendment = useAppState((state) => amendmentOf(state, message));
  const isDeleted = message.isDeleted || isDeletion(amendment);
  const shown = { text: shownText(message, amendment), file: message.file, isDeleted };
  const name = usePersonName(author?.name);
  const who = isOwn ? t("you") : isNamed ? undefined : name;
  const isQuiet = useAppState((state) => author !== null && isSilenced(me(state), author));
  return (
    <span data-silenced={isQuiet}>
      {isOwn && <Tick message={message} />}
      {who !== undefined && (
        <span className={styles["who"]}>
          <bdi>{who}</bdi>:{" "}
        </span>
      )}
      <bdi>{words(shown)}</bdi>
    </span>
  );
}

function Tick({ message: { roomId, seq } }: { readonly message: Message }) {
  const t = useTranslations("rooms");
  const isRead = useAppState(({ rooms }) => (rooms.byId[roomId]?.othersReadSeq ?? 0) >= seq);
  const words = t(isRead ? "read" : "sent");
  const Sign = isRead ? CheckCheck : Check;
  return (
    <span className={styles["tick"]} title={words}>
      <Sign size={14} aria-hidden="true" />
      <VisuallyHidden>{words}, </VisuallyHidden>
    </span>
  );
}

const hasCustomerLeft = (state: AppState, roomId: RoomId): boolean =>
  me(state)?.kind !== "customer" && state.rooms.byId[roomId]?.customer?.isMember === false;

/** LIST-7: nobody has written in the room, and the person has not opened it on this device. */
const isNewOffer = ({ rooms: { byId }, lastOpened }: AppState, roomId: RoomId): boolean =>
  lastOpened?.includes(byId[roomId]?.name ?? "") === false;

/** The name of a file that was chosen but not sent, which counts as a draft. */
const waitingFile = (state: AppState, roomId: RoomId): string => state.trays[roomId]?.[0]?.file.name ?? "";

const isOpen = (state: AppState, roomId: RoomId): boolean =>
  state.openRoom.phase === "open" && state.openRoom.roomId === roomId;

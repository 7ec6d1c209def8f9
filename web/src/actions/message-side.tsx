import { Check, Ellipsis, Reply, ThumbsUp } from "lucide-react";
import { memo, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { classNames } from "../design/class-names.ts";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { initials } from "../design/initials.ts";
import { canReply } from "../state/messages/quotes-state.ts";
import type { Message, Participant } from "../state/entities.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { ActNoticeText } from "./act-notice-text.tsx";
import noticeStyles from "./act-notice.module.css";
import styles from "./message-side.module.css";
import tipStyles from "./message-tip.module.css";
import {
  canLike,
  canTakeOver,
  hasLikeButton,
  isActSlow,
  isLiked,
  likesOf,
  messageHolder,
  noticeAt,
} from "../state/messages/shown-actions.ts";
import { useLikersText } from "./use-likers-text.ts";

const { tip } = tipStyles;

interface MessageSideProps {
  readonly message: Message;
  /** Whether pointer or keyboard focus is at the message: its bar shows. */
  readonly isNear: boolean;
  /** Whether Tab leads from the message into its bar. */
  readonly isActive: boolean;
  readonly id: string;
}

/**
 * Beside a bubble: who took the message over, its likes, and the bar of actions. What appears takes the room of the button that
 * stood there, so nothing moves under a pointer, and no text is covered.
 */
export const MessageSide = memo(function MessageSide({ message, isNear, isActive, id }: MessageSideProps) {
  const t = useTranslations("actions");
  const notice = useAppState((state) => noticeAt(state, message));
  const holder = useAppState((state) => messageHolder(state, message));
  const hasLikes = useAppState((state) => likesOf(state, message) > 0);
  const wasTaken = useHeldWhile(isNear, holder !== null);
  const wasLiked = useHeldWhile(isNear, hasLikes);
  const slot = { message, isNear, tabIndex: isActive ? 0 : -1 };
  const taken = <TakeOverSlot key="taken" {...slot} holder={holder} isShort={isNear && !wasTaken} />;
  const likes = <LikeSlot key="likes" {...slot} />;
  return (
    <>
      <div id={id} className={styles["side"]} data-near={isNear}>
        <div className={styles["bar"]}>
          {wasTaken && !wasLiked ? [taken, likes] : [likes, taken]}
          {isNear && <ReplyButton message={message} tabIndex={slot.tabIndex} />}
          <button
            type="button"
            className={classNames(styles["button"], styles["more"], tip)}
            aria-label={t("menu")}
            aria-haspopup="menu"
            data-tip={t("more")}
            data-message-menu=""
            tabIndex={slot.tabIndex}
          >
            {isNear && <Ellipsis size={16} aria-hidden="true" />}
          </button>
        </div>
      </div>
      {notice && (
        <p className={noticeStyles["notice"]} role={notice.said.kind === "copied" ? "status" : "alert"}>
          <ActNoticeText said={notice.said} />
        </p>
      )}
    </>
  );
});

/** The value, but while it is held the one that it had when that began: nothing changes its place under a pointer. */
function useHeldWhile(isHeld: boolean, value: boolean): boolean {
  const [held, setHeld] = useState(value);
  if (!isHeld && held !== value) setHeld(value);
  return isHeld ? held : value;
}

interface SlotProps extends Pick<MessageSideProps, "message" | "isNear"> {
  readonly tabIndex: number;
}

/** REPLY-1: the shortest way to answer. */
function ReplyButton({ message, tabIndex }: Pick<SlotProps, "message" | "tabIndex">) {
  const t = useTranslations("quotes");
  const isAllowed = useAppState((state) => canReply(state, message));
  const { replyTo } = useCommands();
  return (
    isAllowed && (
      <button
        type="button"
        className={classNames(styles["button"], tip)}
        aria-label={t("reply")}
        data-tip={t("reply")}
        tabIndex={tabIndex}
        onClick={() => replyTo(message)}
      >
        <Reply size={14} aria-hidden="true" />
      </button>
    )
  );
}

interface TakeOverSlotProps extends SlotProps {
  readonly holder: Participant | null;
  readonly isShort: boolean;
}

/** Who took the room over by a customer's message; for who may, the button that does. It is ended by the menu. */
function TakeOverSlot({ message, isNear, tabIndex, holder, isShort }: TakeOverSlotProps) {
  const canTake = useAppState((state) => isNear && canTakeOver(state, message));
  if (message.author?.kind !== "customer") return null;
  if (holder) return <TakenChip message={message} isNear={isNear} holder={holder} isShort={isShort} />;
  if (canTake) return <TakeOverButton message={message} tabIndex={tabIndex} />;
  return isNear && <span className={styles["empty"]} />;
}

interface TakenChipProps extends Pick<TakeOverSlotProps, "message" | "isNear" | "isShort"> {
  readonly holder: Participant;
}

/** The name where there is room for it, else the initials. */
function TakenChip({ message, isNear, holder, isShort }: TakenChipProps) {
  const t = useTranslations("actions");
  const isOwn = useAppState((state) => isSamePerson(holder, me(state)));
  const isSlow = useAppState((state) => isActSlow(state, "take-over", message));
  const isBesideLikes = useAppState((state) => hasLikeButton(state, message, isNear));
  const says = (name: string): string => (isOwn ? t("takenByMe") : t("takenBy", { name }));
  return (
    <span
      className={classNames(styles["chip"], styles["taken"])}
      title={says(holder.name)}
      data-short={isShort}
      data-beside={isBesideLikes}
      data-slow={isSlow}
    >
      <Check size={14} aria-hidden="true" />
      <VisuallyHidden>{says(holder.name)}</VisuallyHidden>
      <span className={styles["says"]} aria-hidden="true">
        {says(holder.name.split(" ")[0] ?? holder.name)}
      </span>
      <span className={styles["short"]} aria-hidden="true">
        {initials(holder.name)}
      </span>
      <UnderWay isSlow={isSlow} />
    </span>
  );
}

function TakeOverButton({ message, tabIndex }: Pick<SlotProps, "message" | "tabIndex">) {
  const t = useTranslations("actions");
  const { takeOver } = useCommands();
  return (
    <button
      type="button"
      className={classNames(styles["button"], tip)}
      aria-label={t("takeOver")}
      data-tip={t("takeOver")}
      tabIndex={tabIndex}
      onClick={() => takeOver(message)}
    >
      <Check size={14} aria-hidden="true" />
    </button>
  );
}

/** The likes of a message: pressed where one's own is among them; a bare button while there are none. */
function LikeSlot({ message, isNear, tabIndex }: SlotProps) {
  const isShown = useAppState((state) => hasLikeButton(state, message, isNear));
  return isShown && <LikeButton message={message} tabIndex={tabIndex} />;
}

function LikeButton({ message, tabIndex }: Pick<SlotProps, "message" | "tabIndex">) {
  const t = useTranslations("actions");
  const locale = useLocale();
  const likes = useAppState((state) => likesOf(state, message));
  const canPress = useAppState((state) => canLike(state, message));
  const isOwn = useAppState((state) => isLiked(state, message));
  const isSlow = useAppState((state) => isActSlow(state, "like", message));
  const names = useLikersText(message);
  const { likeMessage, showLikers } = useCommands();
  const count = likes === 0 ? "" : t(isOwn ? "likesWithOwn" : "likes", { count: likes });
  return (
    <button
      type="button"
      className={classNames(styles["like"], likes > 0 ? styles["chip"] : styles["button"], tip)}
      aria-pressed={canPress ? isOwn : undefined}
      aria-label={[canPress ? t("like") : "", count].filter(Boolean).join(", ")}
      aria-busy={isSlow}
      data-tip={likes === 0 ? t("like") : names}
      data-slow={isSlow}
      data-likes=""
      tabIndex={tabIndex}
      onClick={() => (canPress ? likeMessage(message, !isOwn) : showLikers(message))}
    >
      <ThumbsUp size={14} aria-hidden="true" fill={isOwn ? "currentcolor" : "none"} fillOpacity={0.25} />
      {likes > 0 && <span className={styles["count"]}>{compact(likes, locale)}</span>}
      <UnderWay isSlow={isSlow} />
    </button>
  );
}

/** ACT-4: said to who listens; who looks sees the sign faded. */
function UnderWay({ isSlow }: { readonly isSlow: boolean }) {
  const t = useTranslations("actions");
  return isSlow && <VisuallyHidden role="status">{t("underWay")}</VisuallyHidden>;
}

const compact = (count: number, locale: string): string =>
  count < 1000 ? String(count) : new Intl.NumberFormat(locale, { notation: "compact" }).format(count);

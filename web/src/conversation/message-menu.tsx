import {
  Check,
  Copy,
  Download,
  History,
  Link,
  MailPlus,
  Pencil,
  Reply,
  TextSelect,
  ThumbsUp,
  Trash2,
  Users,
  X,
} from "lucide-react";
import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import menu from "../design/menu.module.css";
import { MenuItem, type MenuItemProps, PointMenu } from "../design/menu.tsx";
import { canAmend, hasEarlierTexts } from "../state/messages/may-amend.ts";
import { useMessageWords } from "../language/message-words.ts";
import { messageLink } from "../state/navigation/paths.ts";
import { addressOf } from "../platform/page/page.ts";
import { selectText } from "../platform/input/select-text.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { canReply } from "../state/messages/quotes-state.ts";
import type { Message } from "../state/entities.ts";
import { useSilenceItem } from "../silences/use-silence-item.ts";
import styles from "./message-menu.module.css";
import { canLike, canTakeOver, isHolder, isLiked, likesOf, messageHolder } from "../state/messages/shown-actions.ts";

interface MessageMenuProps {
  readonly message: Message;
  readonly row: HTMLElement;
  readonly point: { readonly x: number; readonly y: number };
  readonly isSheet: boolean;
  readonly onClose: () => void;
}

/** What can be done with a message, at the pointer or, for a thumb, as a sheet from below. */
export function MessageMenu({ isSheet, ...rest }: MessageMenuProps) {
  const items = useItems(rest.message, isSheet ? rest.row : null);
  return isSheet ? <Sheet {...rest} items={items} /> : <Menu {...rest} items={items} />;
}

type ShownProps = Omit<MessageMenuProps, "isSheet"> & { readonly items: readonly MenuItemProps[] };

function Menu({ point, items, onClose }: ShownProps) {
  const t = useTranslations("actions");
  return (
    <PointMenu label={t("menu")} at={point} onClose={onClose}>
      {items.map((item) => (
        <MenuItem key={item.label} {...item} />
      ))}
    </PointMenu>
  );
}

function Sheet({ message, items, onClose }: ShownProps) {
  const t = useTranslations();
  const words = useMessageWords();
  return (
    <Dialog title={t("actions.menu")} closeLabel={t("app.close")} isFromBelow onClose={onClose}>
      <p className={styles["quote"]} dir="auto">
        {words(message)}
      </p>
      <ul className={styles["items"]}>
        {items.map(({ label, Sign, onSelect }) => (
          <li key={label}>
            <button
              type="button"
              className={menu["item"]}
              onClick={() => {
                onClose();
                onSelect();
              }}
            >
              <Sign size={18} aria-hidden="true" />
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** `row`: where text is selected by a thumb, which the long press would have done. */
function useItems(message: Message, row: HTMLElement | null): readonly MenuItemProps[] {
  const t = useTranslations("actions");
  const { roomId } = message;
  const [answers, amends] = [useAnswers(message), useAmends(message)];
  const isHeldHere = useAppState((state) => messageHolder(state, message) !== null && isHolder(state, roomId));
  const canTake = useAppState((state) => canTakeOver(state, message));
  const canPress = useAppState((state) => canLike(state, message));
  const isOwnLike = useAppState((state) => isLiked(state, message));
  const likes = useAppState((state) => likesOf(state, message));
  const name = useAppState((state) => state.rooms.byId[roomId]?.name ?? "");
  const markItem = useMarkItem(message);
  const silenceItem = useSilenceItem(message.author);
  const { takeOver, release, likeMessage, showLikers, copyOfMessage, saveFile } = useCommands();
  const items: readonly (MenuItemProps | false)[] = [
    ...answers,
    isHeldHere && { label: t("release"), Sign: X, onSelect: () => release(roomId) },
    canTake && { label: t("takeOver"), Sign: Check, onSelect: () => takeOver(message) },
    canPress && {
      label: isOwnLike ? t("unlike") : t("like"),
      Sign: ThumbsUp,
      onSelect: () => likeMessage(message, !isOwnLike),
    },
    markItem,
    likes > 0 && { label: t("whoLiked"), Sign: Users, onSelect: () => showLikers(message) },
    message.file !== null && { label: t("saveFile"), Sign: Download, onSelect: () => saveFile(message) },
    message.text !== "" && { label: t("copyText"), Sign: Copy, onSelect: () => copyOfMessage(message, message.text) },
    {
      label: t("copyLink"),
      Sign: Link,
      onSelect: () => copyOfMessage(message, addressOf(messageLink(name, message.seq))),
    },
    silenceItem,
    row !== null &&
      message.text !== "" && { label: t("selectText"), Sign: TextSelect, onSelect: () => selectTextOf(row) },
    ...amends,
  ];
  return items.filter((item) => item !== false);
}

/** REPLY-1: what answers a message. */
function useAnswers(message: Message): readonly (MenuItemProps | false)[] {
  const t = useTranslations("quotes");
  const isAllowed = useAppState((state) => canReply(state, message));
  const { replyTo } = useCommands();
  return [isAllowed && { label: t("reply"), Sign: Reply, onSelect: () => replyTo(message) }];
}

/** What takes a message back (EDIT-1, EDIT-4, DEL-1). */
function useAmends(message: Message): readonly (MenuItemProps | false)[] {
  const t = useTranslations("edits");
  const isOwn = useAppState((state) => canAmend(state, message));
  const hasEarlier = useAppState((state) => hasEarlierTexts(state, message));
  const { editMessage, deleteMessage, showEarlierTexts } = useCommands();
  return [
    isOwn && { label: t("edit"), Sign: Pencil, onSelect: () => editMessage(message) },
    hasEarlier && { label: t("earlier"), Sign: History, onSelect: () => showEarlierTexts(message) },
    isOwn && { label: t("delete"), Sign: Trash2, onSelect: () => deleteMessage(message) },
  ];
}

/** ORDER-4b */
function useMarkItem({ roomId, seq }: Message): MenuItemProps | false {
  const t = useTranslations("ownRooms");
  const isMember = useAppState((state) => state.rooms.byId[roomId]?.isMember === true);
  const { markUnreadFrom } = useCommands();
  return isMember && { label: t("markUnreadFrom"), Sign: MailPlus, onSelect: () => markUnreadFrom(roomId, seq) };
}

/** Selecting is off while a thumb's long press means the menu: on again until nothing is selected. */
function selectTextOf(row: HTMLElement): void {
  row.dataset["selecting"] = "";
  selectText(row.querySelector("[data-bubble] p") ?? row, () => delete row.dataset["selecting"]);
}

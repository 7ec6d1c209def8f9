import { messageCharactersMax } from "@cuplaj/protocol/limits.ts";
import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../../design/button.tsx";
import { FileCard } from "../showing/message-file.tsx";
import { fileKindOf } from "../../state/files/file-kind.ts";
import { shownName } from "../../state/files/shown-name.ts";
import { PictureBox } from "../showing/message-picture.tsx";
import type { RoomId } from "../../state/entities.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import type { TrayFile } from "../../state/files/attachments-shape.ts";
import { trayOf, isShrinkable, keepsPersonalData } from "./attachments-state.ts";
import { useLocalPicture } from "./local-files.ts";
import { useProblemText } from "./problem-text.ts";
import styles from "./tray.module.css";

export interface TrayProps {
  readonly roomId: RoomId;
  /** Takes the focus when no file is left. */
  readonly field: RefObject<HTMLElement | null>;
  /** Sends the files with their texts; a tray without it has only the files. */
  readonly onSend?: () => void;
}

const isCaption = (target: EventTarget): boolean => target instanceof HTMLInputElement && target.type === "text";

const idAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest("li")?.dataset["id"] : undefined;

export function TrayFiles({ roomId, field, onSend }: TrayProps) {
  const t = useTranslations("attachments");
  const tray = useAppState((state) => trayOf(state, roomId));
  const list = useRef<HTMLUListElement>(null);
  const dispatch = useDispatch();
  const first = tray.find(({ problem }) => problem === null)?.id;

  function remove(id: string) {
    const at = tray.findIndex((file) => file.id === id);
    const next = list.current?.querySelectorAll("li")[at + 1] ?? list.current?.querySelectorAll("li")[at - 1];
    (next?.querySelector("button") ?? field.current)?.focus();
    dispatch({ type: "attachments/removed", roomId, id });
  }

  function onKeyDown(event: KeyboardEvent) {
    const id = idAt(event.target);
    if (event.key === "Escape") field.current?.focus();
    else if (isCaption(event.target)) {
      if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
      onSend?.();
    } else if ((event.key === "Delete" || event.key === "Backspace") && id !== undefined) remove(id);
    else return;
    event.preventDefault();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys come from its fields and buttons
    <div className={styles["tray"]} onKeyDown={onKeyDown}>
      <Refused tray={tray} />
      <ul ref={list} className={styles["list"]} aria-label={t("tray")}>
        {tray.map((one) => (
          <TrayItem key={one.id} one={one} onRemove={() => remove(one.id)}>
            {onSend && <Caption roomId={roomId} one={one} isFirst={one.id === first} />}
          </TrayItem>
        ))}
      </ul>
      {onSend && tray.some(({ file }) => isShrinkable(file)) && <OriginalChoice roomId={roomId} tray={tray} />}
    </div>
  );
}

/** Lists refused files if there are several files: the tray scrolls, so they may be out of sight. */
function Refused({ tray }: { readonly tray: readonly TrayFile[] }) {
  const t = useTranslations("attachments");
  const refused = tray.filter(({ problem }) => problem !== null);
  if (refused.length === 0 || tray.length === 1) return null;
  const names = refused.map(({ file }) => shownName(file.name)).join(", ");
  const said = t("refused", { count: refused.length, total: String(tray.length), names });
  return <p className={styles["problem"]}>{said}</p>;
}

interface TrayItemProps {
  readonly one: TrayFile;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function TrayItem({ one, onRemove, children }: TrayItemProps) {
  const t = useTranslations("attachments");
  const reason = useProblemText();
  const { file, id, problem } = one;
  const name = shownName(file.name);
  const picture = useLocalPicture(fileKindOf(file.type) === "photo" && problem !== "broken" ? id : null);
  const away = (
    <IconButton label={t("remove", { name })} tipSide="left" onClick={onRemove}>
      <X size={16} aria-hidden="true" />
    </IconButton>
  );
  return (
    <li className={styles["item"]} data-id={id} data-card={picture === null} data-problem={problem !== null}>
      {picture === null ? (
        <FileCard file={file} actions={away} />
      ) : (
        <div className={styles["picture"]}>
          <PictureBox source={picture} alt={t("picture", { name })} isTile />
          <span className={styles["away"]}>{away}</span>
        </div>
      )}
      {problem === null ? (
        <>
          {keepsPersonalData(file) && <p className={styles["below"]}>{t("keepsPlace")}</p>}
          {children}
        </>
      ) : (
        <p className={styles["problem"]}>
          {picture !== null && <bdi>{name}: </bdi>}
          {reason(problem)}
        </p>
      )}
    </li>
  );
}

interface CaptionProps extends Pick<TrayItemProps, "one"> {
  readonly roomId: RoomId;
  readonly isFirst: boolean;
}

/** The first file uses the composer's text, unless it already has its own. */
function Caption({ roomId, one: { id, file, text }, isFirst }: CaptionProps) {
  const t = useTranslations("attachments");
  const dispatch = useDispatch();
  if (isFirst && text === "") return null;
  return (
    <input
      type="text"
      className={styles["caption"]}
      dir="auto"
      aria-label={t("caption", { name: shownName(file.name) })}
      placeholder={t("captionHint")}
      maxLength={messageCharactersMax}
      value={text}
      onChange={(event) => dispatch({ type: "attachments/captioned", roomId, id, text: event.target.value })}
    />
  );
}

/** ATT-7: one choice applies to all files of a send. */
function OriginalChoice({ roomId, tray }: { readonly roomId: RoomId; readonly tray: readonly TrayFile[] }) {
  const t = useTranslations("attachments");
  const dispatch = useDispatch();
  const hintId = useId();
  const isOriginal = tray.some(({ file }) => file.isOriginal);
  return (
    <div className={styles["original"]}>
      <label>
        <input
          type="checkbox"
          checked={isOriginal}
          aria-describedby={hintId}
          onChange={(event) =>
            dispatch({ type: "attachments/original-chosen", roomId, isOriginal: event.target.checked })
          }
        />
        {t("original")}
      </label>
      <span id={hintId}>{t("originalHint")}</span>
    </div>
  );
}

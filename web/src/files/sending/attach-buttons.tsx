import { Camera, Paperclip } from "lucide-react";
import { type ComponentPropsWithRef, type ReactNode, type RefObject, useRef } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../../design/button.tsx";
import { touchDevice, useMedia } from "../../platform/page/use-media.ts";
import type { RoomId } from "../../state/entities.ts";
import { useDispatch, useAppState } from "../../state/app-context.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { me } from "../../state/selectors.ts";
import { useFileDrop, useFilePaste } from "../../platform/files/use-file-drop.ts";
import styles from "./tray.module.css";

interface AttachButtonsProps {
  readonly hasRoom: boolean;
  readonly roomId: RoomId;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

export function AttachButtons({ hasRoom, roomId, field }: AttachButtonsProps) {
  const t = useTranslations("attachments");
  const isTouch = useMedia(touchDevice);
  const canAttach = useCanAttach();
  const dispatch = useDispatch();
  if (!canAttach) return null;
  function onChosen(files: readonly File[]) {
    dispatch({ type: "attachments/chosen", roomId, files });
    // A phone's keyboard would cover the chosen files.
    if (!isTouch) field.current?.focus();
  }
  return (
    <>
      <Chooser label={t("attach")} onChosen={onChosen}>
        <Paperclip size={18} aria-hidden="true" />
      </Chooser>
      {isTouch && hasRoom && (
        <Chooser label={t("camera")} isCamera onChosen={onChosen}>
          <Camera size={18} aria-hidden="true" />
        </Chooser>
      )}
    </>
  );
}

const noteId = "storage-note";

/** OPS-6a: warns before a file is chosen. Stays in the page while empty, since screen readers announce only changes of what is there. */
export function StorageNote({ isEdit }: { readonly isEdit: boolean }) {
  const t = useTranslations("attachments.storage");
  const trouble = useAppState((state) => state.storageTrouble);
  const canAttach = useCanAttach();
  return (
    <p id={noteId} role="status" className={styles["storage"]}>
      {trouble !== null && canAttach && !isEdit && t(trouble)}
    </p>
  );
}

interface ChooserProps {
  readonly label: string;
  readonly isCamera?: boolean;
  readonly onChosen: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

function Chooser({ label, isCamera = false, onChosen, children }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={label}
        aria-describedby={noteId}
        tipSide="above"
        // Keeps the focus in the field, so that a phone's keyboard stays open.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => input.current?.click()}
      >
        {children}
      </IconButton>
      <FileInput
        ref={input}
        label={label}
        {...(isCamera ? { accept: "image/*", capture: "environment" } : { multiple: true })}
        onChosen={onChosen}
      />
    </>
  );
}

interface FileInputProps extends Pick<ComponentPropsWithRef<"input">, "ref" | "accept" | "capture" | "multiple"> {
  readonly label: string;
  readonly onChosen: (files: readonly File[]) => void;
}

/** A hidden input, which a button clicks. */
export const FileInput = ({ label, onChosen, ...native }: FileInputProps) => (
  <input
    {...native}
    type="file"
    hidden
    aria-label={label}
    onChange={({ currentTarget }) => {
      const files = [...(currentTarget.files ?? [])];
      // Allows the same file to be chosen again.
      currentTarget.value = "";
      if (files.length > 0) onChosen(files);
    }}
  />
);

export const useCanAttach = (): boolean =>
  useAppState((state) => hasPermission(me(state)?.roles, ["messages.publish", "messages.attach"]));

interface DropAreaProps {
  readonly roomId: RoomId;
  readonly area: RefObject<HTMLElement | null>;
}

/** ATT-1: accepts files dropped or pasted anywhere in a conversation. */
export function DropArea({ roomId, area }: DropAreaProps) {
  const t = useTranslations("attachments");
  const dispatch = useDispatch();
  const attach = (files: readonly File[]) => {
    dispatch({ type: "attachments/chosen", roomId, files });
    area.current?.querySelector("textarea")?.focus();
  };
  const isDragging = useFileDrop(area, attach);
  useFilePaste(area, attach);
  return (
    isDragging && (
      <div className={styles["area"]}>
        <p className={styles["words"]}>
          <Paperclip size={28} aria-hidden="true" />
          <strong>{t("drop")}</strong>
          <span>{t("dropHint")}</span>
        </p>
      </div>
    )
  );
}

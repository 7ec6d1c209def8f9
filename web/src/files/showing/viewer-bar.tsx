import { Copy, Download, MessageSquareText, RotateCw, X, ZoomIn, ZoomOut } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../../design/button.tsx";
import { copyPicture } from "../../platform/files/copy-picture.ts";
import type { Message, MessageFile } from "../../state/entities.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import styles from "./picture-viewer.module.css";
import { drawnPath, wholePath } from "../../state/files/file-kind.ts";
import { type View, zoomMax } from "./view-box.ts";

interface ViewerBarProps {
  readonly message: Message;
  readonly file: MessageFile;
  readonly view: View;
  readonly onShowInRoom: () => void;
  readonly onClose: () => void;
}

export function ViewerBar({ message, file, view, onShowInRoom, onClose }: ViewerBarProps) {
  const t = useTranslations();
  const dispatch = useDispatch();
  const { zoom } = view.box;
  const buttons = [
    { label: t("files.viewer.zoomOut"), Sign: ZoomOut, act: view.zoomOut, isOff: zoom <= 1, isForMouse: true },
    { label: t("files.viewer.zoomIn"), Sign: ZoomIn, act: view.zoomIn, isOff: zoom >= zoomMax, isForMouse: true },
    { label: t("files.viewer.rotate"), Sign: RotateCw, act: view.turn },
    {
      label: t("files.saveTip"),
      Sign: Download,
      act: () => dispatch({ type: "files/work-asked", message, phase: "saving" }),
    },
    { label: t("files.toMessage"), Sign: MessageSquareText, act: onShowInRoom },
  ];
  return (
    <div className={styles["bar"]}>
      <CopyPicture key={message.seq} file={file} />
      {buttons.map(({ label, Sign, act, isOff = false, isForMouse = false }) => (
        <span key={label} data-mouse={isForMouse}>
          <IconButton label={label} tipSide="left" aria-disabled={isOff || undefined} onClick={act}>
            <Sign size={20} aria-hidden="true" />
          </IconButton>
        </span>
      ))}
      <IconButton label={t("app.close")} tipSide="left" onClick={onClose}>
        <X size={22} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function CopyPicture({ file }: { readonly file: MessageFile }) {
  const t = useTranslations("files.viewer");
  const whole = useAppState(({ pictures }) => pictures[wholePath(file)]?.source);
  const preview = useAppState(({ pictures }) => pictures[drawnPath(file)]?.source);
  const [said, setSaid] = useState<"copied" | "notCopied" | null>(null);
  const source = whole ?? preview ?? null;
  return (
    <>
      <span className={styles["said"]} role="status">
        {said && t(said)}
      </span>
      <IconButton
        label={t("copy")}
        tipSide="left"
        aria-disabled={source === null || undefined}
        onClick={() => {
          if (source !== null) void copyPicture(source).then((isCopied) => setSaid(isCopied ? "copied" : "notCopied"));
        }}
      >
        <Copy size={20} aria-hidden="true" />
      </IconButton>
    </>
  );
}

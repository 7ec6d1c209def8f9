import {
  File,
  FileArchive,
  FileImage,
  FileMusic,
  FilePlay,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import styles from "./file-card.module.css";
import { type FileKind, fileKindOf } from "../state/files/file-kind.ts";
import { namePieces, sizeLabel } from "../language/file-words.ts";
import { shownName } from "../state/files/shown-name.ts";

const signs: Readonly<Record<FileKind, LucideIcon>> = {
  photo: FileImage,
  video: FilePlay,
  audio: FileMusic,
  pdf: FileText,
  document: FileText,
  sheet: FileSpreadsheet,
  archive: FileArchive,
  file: File,
};

interface FileCardProps {
  readonly name: string;
  readonly bytes: number;
  readonly type: string;
  readonly actions?: ReactNode;
  /** Below name and size. */
  readonly children?: ReactNode;
}

export function FileCard({ name, bytes, type, actions, children }: FileCardProps) {
  const t = useTranslations("files");
  const locale = useLocale();
  const kind = fileKindOf(type);
  const Sign = signs[kind];
  return (
    <div className={styles["card"]}>
      <span className={styles["sign"]} data-kind={kind}>
        <Sign size={22} aria-hidden="true" />
      </span>
      <div className={styles["lines"]}>
        <FileName name={name} />
        <span className={styles["facts"]}>
          {t(`kind.${kind}`)} · {sizeLabel(bytes, locale)}
        </span>
      </div>
      {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
      {children !== undefined && <div className={styles["more"]}>{children}</div>}
    </div>
  );
}

/** SEE-5b: cut in its middle; read aloud whole. */
function FileName({ name }: { readonly name: string }) {
  const { start, end } = namePieces(name);
  return (
    <bdi className={styles["name"]} title={shownName(name)}>
      <VisuallyHidden>{shownName(name)}</VisuallyHidden>
      <span className={styles["start"]} aria-hidden="true">
        {start}
      </span>
      <span className={styles["end"]} aria-hidden="true">
        {end}
      </span>
    </bdi>
  );
}

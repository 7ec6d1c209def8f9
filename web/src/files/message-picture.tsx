import { useTranslations } from "use-intl";
import { classNames } from "../design/class-names.ts";
import type { Message, MessageFile } from "../state/entities.ts";
import { useCommands } from "../state/app-context.ts";
import { shownName } from "../state/files/shown-name.ts";
import styles from "./message-file.module.css";
import { PictureBox } from "./picture-box.tsx";
import { PictureFailure } from "./picture-failure.tsx";
import { drawnPath } from "../state/files/file-kind.ts";
import { useNearPicture } from "./use-picture.ts";

export interface MessagePictureProps {
  readonly message: Message;
  readonly file: MessageFile;
  /** Where this device has it itself, which needs no loading. */
  readonly local?: string | null;
  readonly isTile?: boolean;
  /** More pictures stand behind this one than are drawn. */
  readonly moreCount?: number;
  readonly tabIndex: number;
}

/** SEE-2: the picture of a message in its box, loaded as it comes near; pressed, it is shown over everything. */
export function MessagePicture(props: MessagePictureProps) {
  const { message, file, local = null, isTile = false, moreCount = 0, tabIndex } = props;
  const path = drawnPath(file);
  const { ref, source, error } = useNearPicture(path, local);
  return (
    <div className={classNames(styles["picture"], isTile && styles["tile"])}>
      <PictureBox
        ref={ref}
        width={file.width}
        height={file.height}
        placeholder={file.placeholder}
        source={source}
        alt=""
        isTile={isTile}
      >
        {error && <PictureFailure path={path} error={error} isSmall={isTile} />}
      </PictureBox>
      {!error && (
        <PressPicture message={message} name={shownName(file.name)} moreCount={moreCount} tabIndex={tabIndex} />
      )}
    </div>
  );
}

interface PressPictureProps extends Pick<MessagePictureProps, "message" | "tabIndex"> {
  readonly name: string;
  readonly moreCount: number;
}

/** Over the whole picture, with its name. */
function PressPicture({ message, name, moreCount, tabIndex }: PressPictureProps) {
  const t = useTranslations("files");
  const { showPicture } = useCommands();
  return (
    <>
      {moreCount > 0 && (
        <span className={styles["count"]} aria-hidden="true">
          +{moreCount}
        </span>
      )}
      <button
        type="button"
        className={styles["press"]}
        aria-label={moreCount > 0 ? t("photoAndMore", { name, count: moreCount }) : t("photo", { name })}
        aria-haspopup="dialog"
        tabIndex={tabIndex}
        onClick={() => showPicture(message)}
      />
    </>
  );
}

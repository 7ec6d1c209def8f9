import { useId } from "react";
import { useTranslations } from "use-intl";
import { MessageSide } from "../actions/message-side.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { deletionOf } from "../state/messages/amendments.ts";
import { useAppState } from "../state/app-context.ts";
import type { DrawnMessage } from "./drawn-message.ts";
import row from "./message-row.module.css";
import { SendNotes } from "./message-state.tsx";
import styles from "./mosaic-row.module.css";
import { Author, DeletedMessage, DrawnFile, Meta, useLinkedMark, useNear } from "./row-parts.tsx";

const tilesMax = 4;

interface MosaicRowProps {
  readonly tiles: readonly DrawnMessage[];
  readonly startsGroup: boolean;
  readonly isLast: boolean;
  readonly activeKey: string | null;
}

export function MosaicRow({ tiles, startsGroup, isLast, activeKey }: MosaicRowProps) {
  const id = useId();
  const last = tiles.at(-1);
  const author = tiles[0]?.author;
  if (!last || !author) return null;
  return (
    <div className={row["row"]} data-own={last.isOwn} data-group={startsGroup}>
      {startsGroup && !last.isOwn && <Author id={`${id}-name`} author={author} />}
      <div className={row["bubble"]} data-file="true" data-meta="">
        <div className={styles["tiles"]} data-count={Math.min(tiles.length, tilesMax)}>
          {tiles.map((drawn, at) => (
            <Tile
              key={drawn.key}
              drawn={drawn}
              isBehind={at >= tilesMax}
              moreCount={at === tilesMax - 1 ? tiles.length - tilesMax : 0}
              isActive={drawn.key === activeKey}
            />
          ))}
        </div>
        <Meta drawn={last} />
      </div>
      {last.pending && <SendNotes pending={last.pending} isLast={isLast} />}
    </div>
  );
}

interface TileProps {
  readonly drawn: DrawnMessage;
  readonly isBehind: boolean;
  readonly moreCount: number;
  readonly isActive: boolean;
}

function Tile({ drawn, isBehind, moreCount, isActive }: TileProps) {
  const t = useTranslations("messages");
  const id = useId();
  const { isNear, ...handlers } = useNear();
  const { ref, isMarked, isHit } = useLinkedMark(drawn.stored);
  const { stored, pending } = drawn;
  const deletion = useAppState((state) => deletionOf(state, stored));
  const tabIndex = isActive ? 0 : -1;
  return (
    <article
      ref={ref}
      className={styles["tile"]}
      data-behind={isBehind}
      data-marked={isMarked}
      data-hit={isHit}
      data-key={drawn.key}
      data-seq={stored?.seq}
      aria-labelledby={isActive ? `${id}-text ${id}-side` : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows walk through messages
      tabIndex={tabIndex}
      {...handlers}
    >
      <div id={`${id}-text`} className={styles["shown"]}>
        <VisuallyHidden>{drawn.isOwn ? t("you") : drawn.author?.name}: </VisuallyHidden>
        {deletion ? (
          <DeletedMessage deletion={deletion} />
        ) : (
          <DrawnFile drawn={drawn} isTile moreCount={moreCount} tabIndex={tabIndex} />
        )}
      </div>
      {stored && !pending && !deletion && (
        <div className={styles["side"]} data-near={isNear}>
          <MessageSide message={stored} isNear={isNear} isActive={isActive} id={`${id}-side`} />
        </div>
      )}
    </article>
  );
}

import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { showRoomListWidth } from "../platform/page/page.ts";
import { useSize } from "../platform/page/use-size.ts";
import styles from "./room-list-edge.module.css";
import { saveRoomListWidth } from "./navigation-part.ts";

const [leastPx, mostPx] = [280, 560];
const stepPx = 16;

/** LIST-10: the list's edge, which pointer or keys can move. Until it is moved, the style sheet sets the width. */
export function RoomListEdge({ list }: { readonly list: RefObject<HTMLElement | null> }) {
  const t = useTranslations("nav");
  const [widthPx, setWidthPx] = useState(0);
  useSize(list, ({ width }) => setWidthPx(width));
  const chosenPx = useRef<number>(null);

  function widen(toPx: number) {
    chosenPx.current = Math.round(Math.min(mostPx, Math.max(leastPx, toPx)));
    showRoomListWidth(chosenPx.current);
  }

  function save() {
    if (chosenPx.current !== null) saveRoomListWidth(chosenPx.current);
  }

  function onPointerMove({ currentTarget, pointerId, clientX }: PointerEvent) {
    const left = list.current?.getBoundingClientRect().left ?? 0;
    if (currentTarget.hasPointerCapture(pointerId)) widen(clientX - left);
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowLeft: widthPx - stepPx, ArrowRight: widthPx + stepPx, Home: leastPx, End: mostPx }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    widen(to);
    save();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one that takes the focus is a widget
    <div
      role="separator"
      className={styles["edge"]}
      tabIndex={0}
      aria-label={t("listEdge")}
      aria-orientation="vertical"
      aria-valuemin={leastPx}
      aria-valuemax={mostPx}
      aria-valuenow={widthPx}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onLostPointerCapture={save}
      onKeyDown={onKeyDown}
    />
  );
}

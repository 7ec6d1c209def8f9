import { offerRoomName, requestRoomName } from "@cuplaj/protocol/channels.ts";
import { type MouseEvent, useEffect } from "react";
import { useLocale, useTranslations } from "use-intl";
import { ErrorText } from "../design/error-text.tsx";
import { JoinFailure } from "../design/join-failure.tsx";
import { FailureNotice } from "../design/notice.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { dateLabel } from "../language/time-label.ts";
import { parseTimestamp } from "../platform/clock.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { CarUse } from "../state/cars/cars-shape.ts";
import { usesKey } from "../state/cars/shown-cars.ts";
import { paths } from "../state/navigation/paths.ts";
import { isEnded } from "../state/rooms/room-title.ts";
import { useOwnJoin } from "../state/rooms/use-own-join.ts";
import { useTitleWords } from "../state/rooms/use-room-title.ts";
import styles from "./cars.module.css";

/** GAR-2: the requests and offers of the opened car. */
export function CarUses() {
  const t = useTranslations("cars");
  const uses = useAppState(({ cars }) => cars.opened?.uses ?? null);
  const error = useAppState(({ failures }) => failures[usesKey]?.error ?? null);
  const dispatch = useDispatch();
  const leave = (): void => {
    dispatch({ type: "cars/closed" });
    dispatch({ type: "offers/sheet-closed" });
  };
  const join = useOwnJoin(null, leave);
  useEffect(() => () => dispatch({ type: "room/join-dropped" }), [dispatch]);
  if (uses === null)
    return error === null ? (
      <p className={styles["uses"]} role="status">
        {t("usesLoading")}
      </p>
    ) : (
      <FailureNotice>
        <ErrorText error={error} />{" "}
        <WaitButton look="link" error={error} onClick={() => dispatch({ type: "cars/uses-asked" })} />
      </FailureNotice>
    );
  if (uses.length === 0) return <p className={styles["uses"]}>{t("noUses")}</p>;
  return (
    <>
      <ul className={styles["uses"]} aria-label={t("uses")}>
        {uses.map((use) => (
          <UseRow key={`${use.offerNumber} ${use.requestId}`} use={use} onJoin={join.begin} onLeave={leave} />
        ))}
      </ul>
      {join.failure && (
        <FailureNotice>
          <JoinFailure error={join.failure} />
        </FailureNotice>
      )}
    </>
  );
}

interface UseRowProps {
  readonly use: CarUse;
  readonly onJoin: (offerNumber: string) => void;
  readonly onLeave: () => void;
}

/** A row is a link, so that it can be opened in a new tab. */
function UseRow({ use, onJoin, onLeave }: UseRowProps) {
  const { offerNumber, offerStatus, requestId, requestState, hasRoom, updatedAt } = use;
  const t = useTranslations();
  const title = useTitleWords();
  const at = dateLabel(parseTimestamp(updatedAt), useLocale());
  const dispatch = useDispatch();
  const id = requestId ?? 0;
  const [name, path] =
    offerNumber === null
      ? [title({ of: "request", id }), paths.view(requestRoomName(id))]
      : [title({ of: "offer", id: offerNumber }), paths.view(offerRoomName(offerNumber))];
  const state = requestState && isEnded({ state: requestState }) ? requestState : (offerStatus ?? requestState);

  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!hasRoom && offerNumber !== null) return onJoin(String(offerNumber));
    dispatch({ type: "address/asked", path });
    onLeave();
  }

  return (
    <li>
      <a href={path} onClick={open}>
        <strong>{name}</strong>{" "}
        {[state && t(`offers.status.${state}`), at, !hasRoom && t("cars.noRoom")].filter(Boolean).join(" · ")}
      </a>
    </li>
  );
}

import { MessageSquare, MessageSquareDashed } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { dateLabel } from "../../language/time-label.ts";
import { paths } from "../../state/navigation/paths.ts";
import { moneyLabel } from "../../language/money-label.ts";
import { parseTimestamp } from "../../platform/clock.ts";
import { useIsDayOver } from "../../platform/today.ts";
import { roomNameOf } from "../../state/rooms/open-room.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import { me } from "../../state/selectors.ts";
import type { ListedOffer, OfferList } from "./offer-list-part.ts";
import styles from "./offer-list.module.css";

interface OfferRowsProps {
  readonly list: OfferList;
  readonly onJoin: (offerNumber: string) => void;
}

/** OFF-11e: Tab reaches the row that had the focus last, or the first row; arrow keys reach the others. */
export function OfferRows({ list: { offers, page }, onJoin }: OfferRowsProps) {
  const [last, setLast] = useState<number>();
  const stop = offers.find(({ number }) => number === last) ?? offers[0];
  return (
    <ul className={styles["list"]} data-old={page === 0}>
      {offers.map((offer) => (
        <OfferRow
          key={offer.number}
          offer={offer}
          isTabStop={offer === stop}
          onFocus={() => setLast(offer.number)}
          onJoin={onJoin}
        />
      ))}
    </ul>
  );
}

interface OfferRowProps extends Pick<OfferRowsProps, "onJoin"> {
  readonly offer: ListedOffer;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
}

/** A row is a link, so that it can be opened in a new tab. */
function OfferRow({ offer, isTabStop, onFocus, onJoin }: OfferRowProps) {
  const t = useTranslations();
  const locale = useLocale();
  const isStaff = useAppState((state) => me(state)?.kind !== "customer");
  const dispatch = useDispatch();
  const { number, status, customer, car, plate, total, hasRoom } = offer;
  const Talk = hasRoom ? MessageSquare : MessageSquareDashed;
  const title = t("offers.title", { number: String(number) });
  const path = paths.view(roomNameOf(String(number)));
  const notes = [...(car === "" ? [] : [title]), ...(isStaff ? [customer] : []), ...(plate === "" ? [] : [plate])];

  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!hasRoom) return onJoin(String(number));
    dispatch({ type: "address/asked", path });
    dispatch({ type: "offer-list/closed" });
  }

  return (
    <li className={styles["item"]}>
      <a
        className={styles["row"]}
        href={path}
        data-offer=""
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        onClick={open}
      >
        <span className={styles["line"]}>
          <bdi className={styles["car"]}>{car === "" ? title : car}</bdi>{" "}
          <span className={styles["total"]}>
            {moneyLabel(total, "RON", locale)} <small>{t("offers.withVat")}</small>
          </span>
        </span>
        <span className={styles["line"]}>
          <bdi className={styles["notes"]}>{notes.join(" · ")}</bdi>{" "}
          <span className={styles["status"]} data-status={status}>
            {t(`offers.status.${status}`)}
          </span>
        </span>
        <span className={styles["line"]}>
          <Until at={parseTimestamp(offer.validUntil)} />{" "}
          <span className={styles["talk"]}>
            <Talk size={12} aria-hidden="true" />
            {t(hasRoom ? "offerList.hasRoom" : "offerList.noRoom")}
          </span>
        </span>
      </a>
    </li>
  );
}

function Until({ at }: { readonly at: number }) {
  const t = useTranslations("offers");
  const locale = useLocale();
  const isOver = useIsDayOver(at);
  return (
    <span data-over={isOver}>{t.rich(isOver ? "expiredOn" : "validUntil", { date: () => dateLabel(at, locale) })}</span>
  );
}

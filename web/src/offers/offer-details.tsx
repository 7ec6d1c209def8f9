import { requestRoomName } from "@cuplaj/protocol/channels.ts";
import { type ReactNode, type RefObject, useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";
import { dateLabel } from "../language/time-label.ts";
import { parseTimestamp } from "../platform/clock.ts";
import { useIsDayOver } from "../platform/today.ts";
import { usePersonName } from "../state/participants/person-name.tsx";
import { usePageLink } from "../state/navigation/use-page-link.ts";
import { paths } from "../state/navigation/paths.ts";
import { openRequestId } from "../state/offers/cached-offers.ts";
import { CopyCode } from "../design/copy-code.tsx";
import { useAppState } from "../state/app-context.ts";
import { DecideAll, useDeciding } from "./decide-all.tsx";
import { withDecisions } from "../state/offers/decisions.ts";
import { Value, OfferLineRow } from "./offer-line-row.tsx";
import type { Offer } from "../state/offers/offers-shape.ts";
import { moneyLabel } from "../language/money-label.ts";
import changeStyles from "./offer-change.module.css";
import { classNames } from "../design/class-names.ts";
import styles from "./offer-pane.module.css";
import {
  useAskedInOffer,
  type MarkTone,
  useLookedAt,
  useOfferMarks,
  useWaitsOnMe,
  useSteadyLines,
} from "./offer-hooks.ts";

interface OfferDetailsProps {
  readonly offer: Offer;
  readonly isTitled: boolean;
  /** The customer's cars, for staff (GAR-5). */
  readonly cars?: ReactNode;
}

export function OfferDetails({ offer: held, isTitled, cars }: OfferDetailsProps) {
  const t = useTranslations("offers");
  const decisions = useAppState((state) => state.decisions);
  const offer = useMemo(() => withDecisions(held, decisions), [held, decisions]);
  const { marks, unseen, tone } = useOfferMarks(offer);
  const { before } = marks;
  const shown = useSteadyLines(held, marks.removed);
  const lines = new Map(offer.lines.map((line) => [line.id, line]));
  // OFF-9: the offer is valid until the end of its last day.
  const isOver = useIsDayOver(parseTimestamp(held.validUntil));
  const { isOpen, ask } = useDeciding(held);
  const head = useLookedAt<HTMLElement>(held, "head", unseen.has("head"));
  const foot = useLookedAt<HTMLDivElement>(held, "foot", unseen.has("foot"));
  return (
    <div className={styles["offer"]} data-titled={isTitled}>
      {isTitled && (
        <div className={styles["head"]}>
          <h2 className={styles["title"]}>{t("title", { number: String(offer.number) })}</h2>
          <Status offer={offer} before={before} />
        </div>
      )}
      <OfferVehicle offer={offer} before={before} isTitled={isTitled} tone={tone} head={head} />
      <section>
        <div className={classNames(styles["section"], styles["over"])}>
          <h3 className={styles["label"]}>{t("lines", { count: offer.lines.length })}</h3>
          {offer.lines.length > 0 && <small className={styles["quiet"]}>{t("linesNet")}</small>}
        </div>
        {offer.lines.length === 0 && <p className={styles["section"]}>{t("noLines")}</p>}
        <ul className={styles["lines"]}>
          {shown.map((last) => {
            const line = lines.get(last.id);
            return (
              <OfferLineRow
                key={last.id}
                offer={held}
                line={line ?? last}
                mark={line ? (marks.lines.get(last.id) ?? null) : { kind: "removed" }}
                tone={tone}
                isUnseen={unseen.has(last.id)}
                isOpen={isOpen}
              />
            );
          })}
        </ul>
        {cars}
      </section>
      <OfferTotals offer={offer} before={before} isOver={isOver} tone={tone} foot={foot}>
        <DecideAll offer={held} shown={offer} isOpen={isOpen} />
        {ask}
      </OfferTotals>
    </div>
  );
}

interface Compared {
  readonly offer: Offer;
  readonly before: Offer | null;
}

/** The offer's status. A sent offer is marked as waiting only for its customer. */
function Status({ offer, before }: Compared) {
  const t = useTranslations("offers");
  const { status } = offer;
  const isWaiting = useWaitsOnMe(offer);
  return (
    <span className={styles["status"]} data-status={isWaiting ? "waiting" : status}>
      <Value was={before ? t(`status.${before.status}`) : undefined} is={t(`status.${status}`)} />
    </span>
  );
}

interface OfferVehicleProps extends Compared, Pick<OfferDetailsProps, "isTitled"> {
  readonly tone: MarkTone;
  readonly head: RefObject<HTMLElement | null>;
}

function OfferVehicle({ offer, before, isTitled, tone, head }: OfferVehicleProps) {
  const t = useTranslations("offers");
  const { number, vehicle, customer } = offer;
  const was = before?.vehicle;
  const car = carOf(vehicle);
  const carBefore = was && carOf(was);
  return (
    <section ref={head} className={classNames(styles["section"], changeStyles["compared"])} data-tone={tone}>
      <div className={styles["over"]}>
        <h3 className={styles["label"]}>{t("vehicle")}</h3>
        {!isTitled && <Status offer={offer} before={before} />}
      </div>
      {(car || carBefore) && (
        <p className={styles["car"]}>
          <Value was={carBefore} is={car} />
        </p>
      )}
      <dl className={styles["facts"]}>
        <FactRow label={t("engine")} value={vehicle.engine} was={was?.engine} />
        <CodeRow offerNumber={number} kind="vin" value={vehicle.vin} was={was?.vin} />
        <CodeRow offerNumber={number} kind="plate" value={vehicle.plate} was={was?.plate} />
        <FactRow label={t("customer")} value={usePersonName(customer.name)} was={undefined} />
        <RequestRow offer={offer} />
      </dl>
    </section>
  );
}

const carOf = ({ make, model, year }: Offer["vehicle"]): string => [make, model, year].filter(Boolean).join(" ");

interface FactProps {
  readonly value: string;
  readonly was: string | undefined;
}

function FactRow({ label, value, was }: FactProps & { readonly label: string }) {
  if (!(value || was)) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Value was={was} is={value} />
      </dd>
    </>
  );
}

/** ASK-9a: leads to the request if that has a room of its own. */
function RequestRow({ offer: { requestId } }: Pick<Compared, "offer">) {
  const t = useTranslations();
  const link = usePageLink(paths.view(requestRoomName(requestId ?? 0)));
  const isHere = useAppState((state) => openRequestId(state) === requestId);
  if (requestId === null || isHere) return null;
  return (
    <>
      <dt>{t("offers.request")}</dt>
      <dd>
        <a {...link}>{t("requests.title", { number: String(requestId) })}</a>
      </dd>
    </>
  );
}

interface CodeRowProps extends FactProps {
  readonly offerNumber: number;
  readonly kind: "vin" | "plate";
}

/** A code that can be copied (OFF-4), and to which messages link (OFF-5d). */
function CodeRow({ offerNumber, kind, value, was }: CodeRowProps) {
  const t = useTranslations("offers");
  const { ref, isMarked } = useAskedInOffer<HTMLElement>(offerNumber, { kind });
  if (!(value || was)) return null;
  return (
    <>
      <dt>{t(kind)}</dt>
      <dd ref={ref} className={styles["code"]} data-marked={isMarked}>
        <span>
          <Value was={was} is={value} />
        </span>
        {value !== "" && <CopyCode code={value} kind={kind} />}
      </dd>
    </>
  );
}

interface OfferTotalsProps extends Compared {
  readonly isOver: boolean;
  readonly tone: MarkTone;
  readonly foot: RefObject<HTMLDivElement | null>;
  /** The buttons that decide all lines, always in view (OFF-9l). */
  readonly children: ReactNode;
}

function OfferTotals({ offer, before, isOver, tone, foot, children }: OfferTotalsProps) {
  const t = useTranslations("offers");
  const locale = useLocale();
  const money = (amount: string): string => moneyLabel(amount, offer.currency, locale);
  const until = ({ validUntil }: Offer): string => dateLabel(parseTimestamp(validUntil), locale);
  const { totals } = offer;
  const lastDay = <Value was={before ? until(before) : undefined} is={until(offer)} />;
  return (
    <div
      ref={foot}
      className={classNames(styles["foot"], changeStyles["compared"])}
      data-over={isOver}
      data-tone={tone}
    >
      <dl>
        <div className={styles["gross"]}>
          <dt>
            {t("gross")} <small>{t("withVat")}</small>
          </dt>
          <dd>
            <Value was={before ? money(before.totals.gross) : undefined} is={money(totals.gross)} />
          </dd>
        </div>
        <div>
          <dt>{t("net")}</dt>
          <dd>{money(totals.net)}</dd>
          <dt>{t("vat")}</dt>
          <dd>{money(totals.vat)}</dd>
        </div>
      </dl>
      <p>{t.rich(isOver ? "expiredOn" : "validUntil", { date: () => lastDay })}</p>
      {children}
    </div>
  );
}

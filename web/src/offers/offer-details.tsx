import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";
import { dateLabel } from "../language/time-label.ts";
import { parseTimestamp } from "../platform/clock.ts";
import { useIsDayOver } from "../platform/today.ts";
import { CopyCode } from "./copy-code.tsx";
import { useAppState } from "../state/app-context.ts";
import { withDecisions } from "./decisions.ts";
import type { LineMark } from "./offer-marks.ts";
import type { Offer } from "./offers-shape.ts";
import { moneyLabel } from "./money-label.ts";
import { OfferLineRow } from "./offer-line-row.tsx";
import styles from "./offer-pane.module.css";
import { useAskedInOffer } from "./use-asked-in-offer.ts";
import { useLookedAt, useOfferMarks, useWaitsOnMe } from "./use-offer-marks.ts";
import { useSteadyLines } from "./use-steady-lines.ts";

interface OfferDetailsProps {
  readonly offer: Offer;
  /** False where the number is shown above it. */
  readonly isTitled: boolean;
}

const removed: LineMark = { kind: "removed" };

/** An offer from its number to its total, with what was decided and is on its way (OFF-9). */
export function OfferDetails({ offer: held, isTitled }: OfferDetailsProps) {
  const t = useTranslations("offers");
  const decisions = useAppState((state) => state.decisions);
  const offer = useMemo(() => withDecisions(held, decisions), [held, decisions]);
  const { marks, unseen, tone } = useOfferMarks(held);
  const shown = useSteadyLines(held, marks.removed);
  const lines = new Map(offer.lines.map((line) => [line.id, line]));
  // OFF-9f: it is valid up to the end of its last day.
  const isOver = useIsDayOver(parseTimestamp(held.validUntil));
  const isOpen = useWaitsOnMe(held);
  const head = useLookedAt<HTMLHeadingElement>(held, "head", unseen.has("head"));
  return (
    <div className={styles["offer"]} data-titled={isTitled}>
      {isTitled && (
        <div className={styles["head"]}>
          <h2 className={styles["title"]}>{t("title", { number: String(offer.number) })}</h2>
          <Status offer={offer} />
        </div>
      )}
      <OfferVehicle offer={offer} isTitled={isTitled} />
      <section>
        <h3 ref={head} className={styles["section"]}>
          <span className={styles["label"]}>{t("lines", { count: offer.lines.length })}</span>
        </h3>
        {offer.lines.length === 0 && <p className={styles["section"]}>{t("noLines")}</p>}
        <ul className={styles["lines"]}>
          {shown.map((last) => {
            const line = lines.get(last.id);
            return (
              <OfferLineRow
                key={last.id}
                offer={held}
                line={line ?? last}
                mark={line ? (marks.lines.get(last.id) ?? null) : removed}
                tone={tone}
                isUnseen={unseen.has(last.id)}
                isOpen={isOpen}
              />
            );
          })}
        </ul>
      </section>
      <OfferTotals offer={offer} isOver={isOver} />
    </div>
  );
}

/** Whose turn it is: a sent offer waits on its customer, and on nobody else who looks. */
function Status({ offer }: { readonly offer: Offer }) {
  const t = useTranslations("offers");
  const { status } = offer;
  const isWaiting = useWaitsOnMe(offer);
  return (
    <span className={styles["status"]} data-status={isWaiting ? "waiting" : status}>
      {t(`status.${status}`)}
    </span>
  );
}

function OfferVehicle({ offer, isTitled }: OfferDetailsProps) {
  const t = useTranslations("offers");
  const { number, vehicle, customer } = offer;
  const { make, model, year, engine, vin, plate } = vehicle;
  const car = [make, model, year === null ? "" : String(year)].filter((word) => word !== "").join(" ");
  return (
    <section className={styles["section"]}>
      <div className={styles["over"]}>
        <h3 className={styles["label"]}>{t("vehicle")}</h3>
        {!isTitled && <Status offer={offer} />}
      </div>
      {car !== "" && <p className={styles["car"]}>{car}</p>}
      <dl className={styles["facts"]}>
        <FactRow label={t("engine")} value={engine} />
        <CodeRow offerNumber={number} label={t("vin")} code={vin} kind="vin" />
        <CodeRow offerNumber={number} label={t("plate")} code={plate} kind="plate" />
        <FactRow label={t("customer")} value={customer.name} />
      </dl>
    </section>
  );
}

/** A fact; nothing where it is unknown. */
function FactRow({ label, value }: { readonly label: string; readonly value: string }) {
  if (value === "") return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </>
  );
}

interface CodeRowProps {
  readonly offerNumber: number;
  readonly label: string;
  readonly code: string;
  readonly kind: "vin" | "plate";
}

/** A fact to copy (OFF-4), and to be led to from a message (OFF-5d). */
function CodeRow({ offerNumber, label, code, kind }: CodeRowProps) {
  const { ref, isMarked } = useAskedInOffer<HTMLElement>(offerNumber, { kind });
  if (code === "") return null;
  return (
    <>
      <dt>{label}</dt>
      <dd ref={ref} className={styles["code"]} data-marked={isMarked}>
        <bdi>{code}</bdi>
        <CopyCode code={code} kind={kind} />
      </dd>
    </>
  );
}

interface OfferTotalsProps {
  readonly offer: Offer;
  /** It is valid no longer. */
  readonly isOver: boolean;
}

function OfferTotals({ offer: { totals, currency, validUntil }, isOver }: OfferTotalsProps) {
  const t = useTranslations("offers");
  const locale = useLocale();
  const date = dateLabel(parseTimestamp(validUntil), locale);
  return (
    <div className={styles["foot"]} data-over={isOver}>
      <dl>
        <div className={styles["gross"]}>
          <dt>{t("gross")}</dt>
          <dd>{moneyLabel(totals.gross, currency, locale)}</dd>
        </div>
        <div>
          <dt>{t("net")}</dt>
          <dd>{moneyLabel(totals.net, currency, locale)}</dd>
          <dt>{t("vat")}</dt>
          <dd>{moneyLabel(totals.vat, currency, locale)}</dd>
        </div>
      </dl>
      <p>{isOver ? t("expiredOn", { date }) : t("validUntil", { date })}</p>
    </div>
  );
}

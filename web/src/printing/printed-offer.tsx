import { useLocale, useTranslations } from "use-intl";
import { dateLabel } from "../language/time-label.ts";
import { moneyLabel } from "../language/money-label.ts";
import type { Offer, OfferLine } from "../state/offers/offers-shape.ts";
import { parseTimestamp } from "../platform/clock.ts";
import { useIsDayOver } from "../platform/today.ts";
import { usePersonName } from "../state/participants/person-name.tsx";
import styles from "./printed.module.css";

interface OfferProps {
  readonly offer: Offer;
}

export function PrintedOffer({ offer }: OfferProps) {
  const t = useTranslations("offers");
  return (
    <section className={styles["offer"]}>
      <p>{t(`status.${offer.status}`)}</p>
      <Vehicle offer={offer} />
      {offer.lines.length === 0 ? <p>{t("noLines")}</p> : <Lines offer={offer} />}
      <Totals offer={offer} />
    </section>
  );
}

function Vehicle({ offer: { vehicle, customer } }: OfferProps) {
  const t = useTranslations("offers");
  const { make, model, year, engine, vin, plate } = vehicle;
  const facts = [
    [t("vehicle"), [make, model, year === null ? "" : String(year)].filter(Boolean).join(" ")],
    [t("engine"), engine],
    [t("vin"), vin],
    [t("plate"), plate],
    [t("customer"), usePersonName(customer.name)],
  ] as const;
  return (
    <dl className={styles["facts"]}>
      {facts.map(
        ([label, value]) =>
          value !== "" && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Lines({ offer: { lines, currency } }: OfferProps) {
  const t = useTranslations("paper");
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("part")}</th>
          <th scope="col">{t("state")}</th>
          <th scope="col">{t("quantity")}</th>
          <th scope="col">{t("price")}</th>
          <th scope="col">{t("total")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <PrintedLine key={line.id} line={line} currency={currency} />
        ))}
      </tbody>
    </table>
  );
}

function PrintedLine({ line, currency }: { readonly line: OfferLine; readonly currency: string }) {
  const t = useTranslations("offers");
  const locale = useLocale();
  const delivery = line.deliveryDays === 0 ? t("deliveryToday") : t("delivery", { count: line.deliveryDays });
  return (
    <tr>
      <td>
        <b>{line.code}</b> {line.brand} {line.name}
        <div className={styles["quiet"]}>
          {line.stock > 0 ? t("inStock", { count: line.stock }) : t("onOrder")}, {delivery}
        </div>
      </td>
      <td>{t(`lineStatus.${line.status}`)}</td>
      <td>{line.quantity}</td>
      <td>{moneyLabel(line.unitPrice, currency, locale)}</td>
      <td>{moneyLabel(line.total, currency, locale)}</td>
    </tr>
  );
}

function Totals({ offer: { totals, currency, validUntil } }: OfferProps) {
  const t = useTranslations("offers");
  const locale = useLocale();
  const until = parseTimestamp(validUntil);
  const isOver = useIsDayOver(until);
  const money = (amount: string): string => moneyLabel(amount, currency, locale);
  return (
    <div className={styles["totals"]}>
      <p>
        {t("net")}: {money(totals.net)}
      </p>
      <p>
        {t("vat")}: {money(totals.vat)}
      </p>
      <p>
        <b>
          {t("gross")} {t("withVat")}: {money(totals.gross)}
        </b>
      </p>
      <p>{t.rich(isOver ? "expiredOn" : "validUntil", { date: () => dateLabel(until, locale) })}</p>
    </div>
  );
}

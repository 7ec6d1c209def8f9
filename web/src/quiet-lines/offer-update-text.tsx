import { useLocale, useTranslations } from "use-intl";
import { dateLabel } from "../language/time-label.ts";
import { parseTimestamp } from "../platform/clock.ts";
import { namedInSentence } from "../state/participants/person-name.tsx";
import { useReader } from "../state/participants/reader.ts";
import { useAppState } from "../state/app-context.ts";
import type { OfferChange, OfferUpdate } from "../state/offer-entities.ts";
import { isSamePerson } from "../state/selectors.ts";
import { heldOffer, lineOf } from "../state/offers/cached-offers.ts";
import { statusAfter } from "../state/offers/decisions.ts";
import { amountLabel } from "../language/money-label.ts";

/** OFF-6: describes a new version: its first change in words, the others as a count. */
export function OfferUpdateText({ update }: { readonly update: OfferUpdate }) {
  const t = useTranslations("offers.update");
  const [first] = update.changes;
  if (update.decision) return <DecidedText update={update} decision={update.decision} />;
  const count = update.changesTotal - 1;
  const what = first ? <ChangeText change={first} update={update} /> : t("none");
  return count > 0 ? t.rich("andMore", { what: () => what, count }) : what;
}

interface DecidedProps {
  readonly update: OfferUpdate;
  readonly decision: NonNullable<OfferUpdate["decision"]>;
}

/** OFF-6: describes a decision: who accepted or declined what (several lines are counted), and whether staff did so for the customer (ERP-5c). */
function DecidedText({ update, decision: { decision, isOnBehalf } }: DecidedProps) {
  const t = useTranslations("offers.update");
  const isOwn = isSamePerson(useReader(), update.by);
  const code = useCode(update, update.changes[0]?.lineId ?? null);
  const count = update.changesTotal;
  const state = statusAfter[decision];
  const part = () => (count > 1 ? t("parts", { count }) : code === null ? t("unnamed") : <bdi>{code}</bdi>);
  const what = t.rich(isOwn ? ownKeys[state] : state, { part, by: update.by.name, b: namedInSentence });
  return isOnBehalf ? t.rich("onBehalf", { what: () => what }) : what;
}

const useCode = (update: OfferUpdate, lineId: number | null): string | null =>
  useAppState((state) => {
    const offer = heldOffer(state, update.offerNumber)?.offer;
    return offer ? (lineOf(offer, lineId)?.code ?? null) : null;
  });

interface ChangeProps {
  readonly change: OfferChange;
  readonly update: OfferUpdate;
}

function ChangeText({ change: { what, lineId, from, to }, update }: ChangeProps) {
  const t = useTranslations("offers.update");
  const labelOf = useValueLabel();
  const isOwn = isSamePerson(useReader(), update.by);
  const code = useCode(update, lineId);
  const part = () => (code === null ? t("unnamed") : <bdi>{code}</bdi>);
  switch (what) {
    case "price":
    case "quantity":
    case "stock":
    case "delivery":
      return t.rich(what, { part, from: labelOf(what, from), to: labelOf(what, to) });
    case "line_status":
      if (update.by.kind === "customer" && (to === "accepted" || to === "declined"))
        return t.rich(isOwn ? ownKeys[to] : to, { part, by: update.by.name, b: namedInSentence });
      return t.rich(what, { part, from: labelOf(what, from), to: labelOf(what, to) });
    case "line":
      return t.rich(what, { part });
    case "line_added":
      return code === null ? t("unnamedAdded") : t.rich(what, { part });
    case "status":
      return t(`status.${update.status}`);
    case "valid_until":
      return t(what, { to: labelOf(what, to) });
    case "line_removed":
    case "vehicle":
      return t(what);
    default:
      return t("other");
  }
}

const ownKeys = { accepted: "youAccepted", declined: "youDeclined" } as const;

function useValueLabel(): (what: OfferChange["what"], value: string | null) => string {
  const t = useTranslations("offers");
  const locale = useLocale();
  return (what, value) => {
    if (value === null) return "";
    switch (what) {
      case "price":
        return amountLabel(value, locale);
      case "delivery":
        return t("update.days", { count: Number(value) });
      case "line_status":
        return isLineStatus(value) ? t(`lineStatus.${value}`) : value;
      case "valid_until":
        return dateLabel(parseTimestamp(value), locale);
      default:
        return Number(value).toLocaleString(locale);
    }
  };
}

const lineStatuses = ["offered", "alternative", "accepted", "declined"] as const;
const isLineStatus = (value: string): value is (typeof lineStatuses)[number] =>
  lineStatuses.some((status) => status === value);

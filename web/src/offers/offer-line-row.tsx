import { useLocale, useTranslations } from "use-intl";
import { Marked } from "../design/marked.tsx";
import { useFoundInLine } from "../state/search/use-found.ts";
import { CopyCode } from "../design/copy-code.tsx";
import changeStyles from "./offer-change.module.css";
import type { LineMark } from "./compared-offer.ts";
import type { Offer, OfferLine } from "../state/offers/offers-shape.ts";
import { moneyLabel } from "../language/money-label.ts";
import styles from "./offer-pane.module.css";
import { classNames } from "../design/class-names.ts";
import { useAskedInOffer, type MarkTone, useLookedAt } from "./offer-hooks.ts";
import { Suspense, type ReactNode } from "react";
import { lateComponent } from "../platform/late-component.ts";
import type { DecisionAreaProps } from "./decision-area.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";

interface OfferLineRowProps {
  readonly offer: Offer;
  readonly line: OfferLine;
  readonly mark: LineMark | null;
  readonly tone: MarkTone;
  readonly isUnseen: boolean;
  readonly isOpen: boolean;
}

/** Shows each changed value next to its old one (OFF-8). */
export function OfferLineRow({ offer, line, mark, tone, isUnseen, isOpen }: OfferLineRowProps) {
  const t = useTranslations("offers");
  const { ref, isMarked } = useAskedInOffer<HTMLLIElement>(offer.number, { kind: "line", id: line.id });
  useLookedAt(offer, line.id, isUnseen, ref);
  const found = useFoundInLine(line.id, `${line.code} ${line.brand} ${line.name}`);
  const was = wasOf(mark);
  const isRemoved = mark?.kind === "removed";
  const status = isRemoved ? "declined" : line.status;
  return (
    <li
      ref={ref}
      tabIndex={-1}
      className={classNames(styles["line"], mark !== null && changeStyles["changed"])}
      data-status={status}
      data-marked={isMarked}
      data-tone={mark ? tone : undefined}
    >
      <span className={styles["code"]}>
        <span>
          <Was>{was.code}</Was>
          <Marked text={line.code} ranges={found} />
        </span>
        {!isRemoved && <CopyCode code={line.code} kind="line" />}
        {mark?.kind === "new" && <NewTag />}
      </span>
      <span className={styles["state"]} data-status={status}>
        {was.status !== undefined && <Was>{t(`lineStatus.${was.status}`)}</Was>}
        {t(`lineStatus.${isRemoved ? "removed" : status}`)}
      </span>
      {/* The text of offers is Romanian, whatever the page's language. */}
      <span className={styles["name"]} lang="ro">
        <span className={styles["brand"]}>
          <Was>{was.brand}</Was>
          <Marked text={line.brand} from={line.code.length + 1} ranges={found} />
        </span>{" "}
        <Was>{was.name}</Was>
        <Marked text={line.name} from={line.code.length + line.brand.length + 2} ranges={found} />
      </span>
      <LineFigures line={line} was={was} currency={offer.currency} />
      <DecideLine offer={offer} line={line} isRemoved={isRemoved} isOpen={isOpen} />
    </li>
  );
}

const wasOf = (mark: LineMark | null): Partial<OfferLine> => (mark?.kind === "changed" ? mark.was : {});

interface LineFiguresProps {
  readonly line: OfferLine;
  readonly was: Partial<OfferLine>;
  readonly currency: string;
}

function LineFigures({ line, was, currency }: LineFiguresProps) {
  const t = useTranslations("offers");
  const locale = useLocale();
  const money = (amount: string): string => moneyLabel(amount, currency, locale);
  const quantity = (count: number): string => t("quantity", { count });
  const stock = (count: number): string => (count > 0 ? t("inStock", { count }) : t("onOrder"));
  const delivery = (days: number): string => (days === 0 ? t("deliveryToday") : t("delivery", { count: days }));
  return (
    <>
      <span className={styles["quiet"]}>
        {was.quantity !== undefined && <Was>{quantity(was.quantity)}</Was>}
        {quantity(line.quantity)} × {was.unitPrice !== undefined && <Was>{money(was.unitPrice)}</Was>}
        {money(line.unitPrice)}
      </span>
      <span className={`${styles["figure"]} ${styles["sum"]}`}>{money(line.total)}</span>
      <span className={styles["stock"]} data-here={line.stock > 0}>
        <span>
          {was.stock !== undefined && <Was>{stock(was.stock)}</Was>}
          {stock(line.stock)}, {was.deliveryDays !== undefined && <Was>{delivery(was.deliveryDays)}</Was>}
          {delivery(line.deliveryDays)}
        </span>
      </span>
    </>
  );
}

export const DecisionArea = lateComponent(async () => (await import("./decision-area.tsx")).DecisionArea, {
  says: "room",
});

function DecideLine(props: DecisionAreaProps) {
  return (
    <Suspense fallback={props.isOpen && <div className={changeStyles["decide"]} />}>
      <DecisionArea {...props} />
    </Suspense>
  );
}

function Was({ children }: { readonly children: ReactNode }) {
  const t = useTranslations("offers.mark");
  if (children === undefined) return null;
  return (
    <>
      <s className={changeStyles["was"]}>
        <VisuallyHidden>{t("was")} </VisuallyHidden>
        {children}
      </s>{" "}
    </>
  );
}

/** A value, preceded by the one last seen if that differs. `was` is undefined if there is nothing to compare with. */
export const Value = ({ is, was = is }: { readonly is: string; readonly was: string | undefined }) => (
  <>
    {was !== "" && was !== is && (
      <Was>
        <bdi>{was}</bdi>
      </Was>
    )}
    <bdi>{is}</bdi>
    {was === "" && is !== "" && (
      <>
        {" "}
        <NewTag />
      </>
    )}
  </>
);

function NewTag() {
  const t = useTranslations("offers.mark");
  return <span className={changeStyles["new"]}>{t("new")}</span>;
}

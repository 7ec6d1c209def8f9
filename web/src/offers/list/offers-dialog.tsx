import { X } from "lucide-react";
import { type FormEvent, type RefObject, useEffect, useRef } from "react";
import { searchCharactersMax } from "@cuplaj/protocol/limits.ts";
import { useTranslations } from "use-intl";
import { IconButton } from "../../design/button.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Field } from "../../design/field.tsx";
import { WaitButton } from "../../design/wait-button.tsx";
import { moveByArrows } from "../../platform/input/move-by-arrows.ts";
import { JoinFailure } from "../../design/join-failure.tsx";
import { offerNumberOf, useOwnJoin } from "../../state/rooms/use-own-join.ts";
import { useAppState, useCommands } from "../../state/app-context.ts";
import { me } from "../../state/selectors.ts";
import { OfferListEnd, OfferListStatus } from "./offer-list-end.tsx";
import type { OfferList } from "./offer-list-shape.ts";
import styles from "./offer-list.module.css";
import { OfferRows } from "./offer-rows.tsx";

/** OFF-11: one's offers, searched as one types; a number that is typed opens its offer. */
export function OffersDialog() {
  const list = useAppState(({ offerList }) => offerList);
  return list && <Offers list={list} />;
}

function Offers({ list }: { readonly list: OfferList }) {
  const t = useTranslations();
  const field = useRef<HTMLInputElement>(null);
  const { closeOffers, dropJoin } = useCommands();
  const join = useOwnJoin(field, closeOffers);
  // Closing the list drops the join.
  useEffect(() => dropJoin, [dropJoin]);
  return (
    <Dialog title={t("offerList.title")} closeLabel={t("app.close")} isPanel onClose={closeOffers}>
      {/* Listens to events of what is in it; it cannot be pressed itself. */}
      <div className={styles["panel"]} role="presentation" onKeyDown={moveAmongRows}>
        <div className={styles["head"]}>
          <h2>{t("offerList.title")}</h2>
          <IconButton label={t("app.close")} tipSide="left" onClick={closeOffers}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
        <OfferSearch list={list} field={field} join={join} />
        <div className={styles["scroller"]} data-scroller="">
          <OfferListStatus list={list} />
          <OfferRows list={list} onJoin={join.begin} />
          <OfferListEnd list={list} />
        </div>
      </div>
    </Dialog>
  );
}

interface OfferSearchProps {
  readonly list: OfferList;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly join: ReturnType<typeof useOwnJoin>;
}

function OfferSearch({ list: { text }, field, join }: OfferSearchProps) {
  const t = useTranslations();
  const { typeOfferSearch } = useCommands();
  const isCustomer = useAppState((state) => me(state)?.kind === "customer");
  const number = offerNumberOf(text);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (number !== null) join.begin(number);
    else event.currentTarget.parentElement?.querySelector<HTMLElement>(rows)?.focus();
  }

  return (
    <form className={styles["search"]} role="search" onSubmit={submit} noValidate>
      <Field
        ref={field}
        label={t(isCustomer ? "offerList.find" : "offerList.findByClient")}
        error={join.failure === null ? undefined : <JoinFailure error={join.failure} />}
        type="search"
        maxLength={searchCharactersMax}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={({ target }) => {
          typeOfferSearch(target.value);
          join.drop();
        }}
      />
      {number !== null && (
        <WaitButton type="submit" isWide error={join.failure} isBusy={join.isBusy}>
          {join.isBusy ? t("openOffer.opening") : t("offerList.openNumber", { number })}
        </WaitButton>
      )}
    </form>
  );
}

/** Rows of what was searched before are on their way out. */
const rows = "[data-old='false'] [data-offer]";
const moveAmongRows = moveByArrows(`input, ${rows}`);

import { type FormEvent, type RefObject, useEffect, useRef } from "react";
import { searchCharactersMax } from "@cuplaj/protocol/limits.ts";
import { useTranslations } from "use-intl";
import { Button } from "../../design/button.tsx";
import { Field } from "../../design/field.tsx";
import { Panel } from "../../design/panel.tsx";
import { WaitButton } from "../../design/wait-button.tsx";
import { moveByArrows } from "../../platform/input/move-by-arrows.ts";
import { JoinFailure } from "../../design/join-failure.tsx";
import { offerNumberOf, useOwnJoin } from "../../state/rooms/use-own-join.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import { me } from "../../state/selectors.ts";
import type { OfferList } from "./offer-list-part.ts";
import styles from "./offer-list.module.css";
import { OfferRows } from "./offer-rows.tsx";
import { Blank } from "../../design/notice.tsx";
import { Skeleton } from "../../design/skeleton.tsx";
import { ErrorText } from "../../design/error-text.tsx";
import { useNearView } from "../../platform/page/use-near-view.ts";
import { failureOf } from "../../state/retries/failure-of.ts";

/** OFF-11: the person's offers, searched while typing; a typed number can be opened. */
export function OffersDialog() {
  const list = useAppState(({ offerList }) => offerList);
  return list && <Offers list={list} />;
}

function Offers({ list }: ListProps) {
  const t = useTranslations();
  const field = useRef<HTMLInputElement>(null);
  const dispatch = useDispatch();
  const join = useOwnJoin(field, () => dispatch({ type: "offer-list/closed" }));
  useEffect(() => () => dispatch({ type: "room/join-dropped" }), [dispatch]);
  return (
    <Panel
      title={t("offerList.title")}
      closeLabel={t("app.close")}
      search={<OfferSearch list={list} field={field} join={join} />}
      onKeyDown={moveAmongRows}
      onClose={() => dispatch({ type: "offer-list/closed" })}
    >
      <OfferListStatus list={list} />
      <OfferRows list={list} onJoin={join.begin} />
      <OfferListEnd list={list} />
    </Panel>
  );
}

interface OfferSearchProps {
  readonly list: OfferList;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly join: ReturnType<typeof useOwnJoin>;
}

function OfferSearch({ list: { text }, field, join }: OfferSearchProps) {
  const t = useTranslations();
  const dispatch = useDispatch();
  const isCustomer = useAppState((state) => me(state)?.kind === "customer");
  const number = offerNumberOf(text);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (number !== null) join.begin(number);
    else event.currentTarget.closest("dialog")?.querySelector<HTMLElement>(rows)?.focus();
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
          dispatch({ type: "offer-list/typed", text: target.value });
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

const rows = "[data-old='false'] [data-offer]";
const moveAmongRows = moveByArrows(`input, ${rows}`);

type ListProps = Pick<OfferSearchProps, "list">;

function OfferListStatus({ list: { phase, page, search, total } }: ListProps) {
  const t = useTranslations("offerList");
  return (
    <p className={styles["count"]} role="status">
      {page > 0
        ? total > 0 && t("count", { count: total })
        : phase !== "failed" && t(search === "" ? "loading" : "searching")}
    </p>
  );
}

function OfferListEnd({ list }: ListProps) {
  const t = useTranslations("offerList");
  const { phase, page, offers, isEnded, search } = list;
  if (phase === "failed") return <Failure list={list} />;
  if (phase !== "ready") {
    if (page > 0) return <p className={styles["end"]}>{t("loading")}</p>;
    return offers.length === 0 && <Ghosts />;
  }
  if (!isEnded) return <More />;
  if (offers.length > 0) return null;
  const words = search === "" ? "empty" : "none";
  return <Blank title={t(words)} hint={t(`${words}Hint`)} />;
}

function Failure({ list: { error, offers } }: ListProps) {
  const t = useTranslations();
  const dispatch = useDispatch();
  if (error === null) return null;
  const isOffline = failureOf(error) === "offline";
  const failed = offers.length === 0 ? t("offerList.failed") : t("offerList.failedMore");
  return (
    <Blank
      title={isOffline ? t("offerList.offline") : failed}
      hint={isOffline ? t("offerList.offlineHint") : <ErrorText error={error} />}
      isFailure
    >
      <WaitButton error={error} onClick={() => dispatch({ type: "offer-list/more-asked" })} />
    </Blank>
  );
}

function More() {
  const t = useTranslations("offerList");
  const dispatch = useDispatch();
  const end = useRef<HTMLDivElement>(null);
  const isNear = useNearView(end);
  useEffect(() => {
    if (isNear) dispatch({ type: "offer-list/more-asked" });
  }, [isNear, dispatch]);
  return (
    <div ref={end} className={styles["end"]}>
      <Button onClick={() => dispatch({ type: "offer-list/more-asked" })}>{t("more")}</Button>
    </div>
  );
}

const Ghosts = () => (
  <div aria-hidden="true">
    {["52%", "64%", "44%", "58%", "48%"].map((width) => (
      <div key={width} className={styles["ghost"]}>
        <Skeleton width={width} />
        <Skeleton width="78%" />
        <Skeleton width="66%" />
      </div>
    ))}
  </div>
);

import { type ReactNode, useEffect } from "react";
import { useTranslations } from "use-intl";
import { Skeleton } from "../design/skeleton.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { OfferDetails } from "./offer-details.tsx";
import styles from "./offer-pane.module.css";
import { cachedOffer } from "../state/offers/cached-offers.ts";
import { Blank } from "../design/notice.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { focusWhenGone } from "../platform/input/focus.ts";
import type { CallError } from "../state/entities.ts";
import { isGone } from "../state/selectors.ts";

interface OfferPaneProps {
  readonly offerNumber: number;
  readonly isTitled?: boolean;
  readonly cars: ReactNode;
}

export function OfferPane({ offerNumber, isTitled = true, cars }: OfferPaneProps) {
  const dispatch = useDispatch();
  const cached = useAppState((state) => cachedOffer(state, offerNumber));
  useEffect(() => dispatch({ type: "offers/asked", offerNumber }), [offerNumber, dispatch]);
  useEffect(() => {
    dispatch({ type: "offers/pane-opened", offerNumber });
    return () => dispatch({ type: "offers/pane-closed", offerNumber });
  }, [offerNumber, dispatch]);

  switch (cached?.phase) {
    case "ready":
      return <OfferDetails key={offerNumber} offer={cached.offer} isTitled={isTitled} cars={cars} />;
    case "failed":
      return <OfferFailure offerNumber={offerNumber} error={cached.error} />;
    case "loading":
    case undefined:
      return <OfferGhost />;
  }
}

function OfferGhost() {
  const t = useTranslations("offers");
  return (
    <div className={styles["ghosts"]} role="status">
      <VisuallyHidden>{t("loading")}</VisuallyHidden>
      {["48%", "72%", "90%", "64%", "82%"].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}

function OfferFailure({ offerNumber, error }: { readonly offerNumber: number; readonly error: CallError }) {
  const t = useTranslations();
  const dispatch = useDispatch();
  if (isGone(error)) return <Blank title={t("offers.missing")} hint={t("offers.missingHint")} isFailure />;
  return (
    <Blank
      title={t("offers.failed")}
      hint={
        <>
          <ErrorText error={error} /> {t("offers.failedHint")}
        </>
      }
      isFailure
    >
      <WaitButton ref={toPane} error={error} onClick={() => dispatch({ type: "offers/asked", offerNumber })} />
    </Blank>
  );
}

const toPane = focusWhenGone((from) => from.closest("dialog")?.querySelector("button") ?? from.closest("section"));

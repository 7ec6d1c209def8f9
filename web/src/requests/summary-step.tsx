import { type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { cleanText } from "@cuplaj/protocol/message-text.ts";
import { Button } from "../design/button.tsx";
import { CarName } from "../design/car-name.tsx";
import { useHasNetwork } from "../platform/page/use-media.ts";
import { carsOf } from "../state/cars/shown-cars.ts";
import { newRoomId } from "../state/entities.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./new-request.module.css";
import { problemsOf, requestOf, type Step, type StepProps } from "./request-draft.ts";

const noPhotos = [] as const;

/** ASK-5: shows what will be sent; what is missing leads to its step instead. */
export function SummaryStep({ draft, onChange }: StepProps) {
  const t = useTranslations("requests");
  const car = useAppState((state) => carsOf(state, "own")?.find(({ id }) => id === draft.carId));
  const tray = useAppState(({ trays }) => trays[newRoomId] ?? noPhotos);
  const photos = tray.filter(({ problem }) => problem === null);
  const [isAsked, setAsked] = useState(false);
  const areHeld = photos.every(({ isHeld }) => isHeld);
  const hasNetwork = useHasNetwork();
  const dispatch = useDispatch();

  // ATT-3a: a request is sent once the device holds its photos.
  useEffect(() => {
    if (!isAsked || !areHeld) return;
    const [wrong] = problemsOf(draft, photos.length).values();
    if (wrong !== undefined) onChange({ step: wrong });
    else dispatch({ type: "requests/send-asked", text: cleanText(draft.text), request: requestOf(draft, photos) });
  });

  const request = requestOf(draft, photos);
  return (
    <>
      <dl className={styles["summary"]}>
        <Part step="car" onChange={onChange}>
          {draft.carId === null ? (
            <CarName car={{ name: "", ...draft.vehicle }} />
          ) : (
            ((car && <CarName car={car} />) ?? t("chosenCar"))
          )}
        </Part>
        <Part step="needs" onChange={onChange}>
          {draft.text !== "" && <p dir="auto">{draft.text}</p>}
          {request.items.length > 0 && (
            <ul>
              {request.items.map(({ text, qty }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the summary's lines never change
                <li key={index}>{t("summaryItem", { qty, text })}</li>
              ))}
            </ul>
          )}
          {photos.length > 0 && <p>{t("photosCount", { count: photos.length })}</p>}
        </Part>
      </dl>
      <p className={styles["quiet"]}>{t(hasNetwork ? "sendHint" : "sendOffline")}</p>
      <Button look="primary" isWide isBusy={isAsked} onClick={() => setAsked(true)}>
        {t(isAsked ? "preparing" : "send")}
      </Button>
    </>
  );
}

interface PartProps extends Pick<StepProps, "onChange"> {
  readonly step: Exclude<Step, "summary">;
  readonly children: ReactNode;
}

function Part({ step, onChange, children }: PartProps) {
  const t = useTranslations("requests");
  return (
    <div>
      <dt>
        {t(`parts.${step}`)}
        <Button look="link" aria-label={t(`changeParts.${step}`)} onClick={() => onChange({ step })}>
          {t("change")}
        </Button>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

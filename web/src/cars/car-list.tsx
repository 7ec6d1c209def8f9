import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { ErrorText } from "../design/error-text.tsx";
import { Blank } from "../design/notice.tsx";
import { Skeleton } from "../design/skeleton.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { CarsOf, CustomerCar } from "../state/cars/cars-shape.ts";
import { carsKey, carsOf, isPutAway } from "../state/cars/shown-cars.ts";
import { failureOf } from "../state/retries/failure-of.ts";
import { CarRow } from "./car-row.tsx";
import styles from "./cars.module.css";

interface CarListProps {
  readonly of: CarsOf;
}

/** GAR-1: the cars, the last used first, and those put away at the end. */
export function CarList({ of }: CarListProps) {
  const t = useTranslations("cars");
  const list = useAppState((state) => carsOf(state, of));
  const away = useAppState(useShallow((state) => carsOf(state, of)?.filter((car) => isPutAway(state, car)) ?? []));
  const dispatch = useDispatch();
  useEffect(() => dispatch({ type: "cars/asked", of }), [of, dispatch]);
  if (list === null) return <NoList of={of} />;
  if (list.length === 0) return <Blank title={t("empty")} hint={t(of === "own" ? "emptyHint" : "emptyOfCustomer")} />;
  const rows = (cars: readonly CustomerCar[], isAway: boolean) => (
    <ul>
      {cars.map((car) => (
        <CarRow key={car.id} car={car} isOwn={of === "own"} isAway={isAway} />
      ))}
    </ul>
  );
  return (
    <>
      {rows(
        list.filter((car) => !away.includes(car)),
        false,
      )}
      {away.length > 0 && (
        <details className={styles["away"]}>
          <summary>{t("away", { count: String(away.length) })}</summary>
          {rows(away, true)}
        </details>
      )}
    </>
  );
}

function NoList({ of }: CarListProps) {
  const t = useTranslations("cars");
  const error = useAppState(({ failures }) => failures[carsKey]?.error ?? null);
  const dispatch = useDispatch();
  if (error === null)
    return (
      <div className={styles["top"]} role="status">
        <VisuallyHidden>{t("loading")}</VisuallyHidden>
        <Skeleton width="64%" />
      </div>
    );
  const isOffline = failureOf(error) === "offline";
  return (
    <Blank
      title={t(isOffline ? "offline" : "failed")}
      hint={isOffline ? t("offlineHint") : <ErrorText error={error} />}
      isFailure
    >
      <WaitButton error={error} onClick={() => dispatch({ type: "cars/asked", of })} />
    </Blank>
  );
}

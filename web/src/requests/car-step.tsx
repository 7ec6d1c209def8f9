import { Car, ChevronRight } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { Button } from "../design/button.tsx";
import { CarName } from "../design/car-name.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { VehicleFields } from "../design/vehicle-fields.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { CustomerCar } from "../state/cars/cars-shape.ts";
import { carsKey, carsOf, isPutAway } from "../state/cars/shown-cars.ts";
import styles from "./new-request.module.css";
import { hasVehicle, problemsOf, type StepProps } from "./request-draft.ts";

/** ASK-2: one press chooses a car of one's own; another car is described as far as it is known. */
export function CarStep({ draft, onChange }: StepProps) {
  const t = useTranslations("requests");
  const cars = useAppState(
    useShallow((state) => carsOf(state, "own")?.filter((car) => !isPutAway(state, car)) ?? null),
  );
  const dispatch = useDispatch();
  const [isOther, setOther] = useState(hasVehicle(draft));
  const [isTried, setTried] = useState(false);
  useEffect(() => dispatch({ type: "cars/asked", of: "own" }), [dispatch]);
  const hasCars = cars !== null && cars.length > 0;

  const problems = problemsOf({ ...draft, carId: null }, 0);

  function goOn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    const wrong = problems.has("noCar") ? "vin" : problems.has("year") ? "year" : null;
    if (wrong === null) onChange({ carId: null, step: "needs" });
    else event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  }

  return (
    <>
      <Cars chosen={draft.carId} cars={cars} onChoose={(carId) => onChange({ carId, step: "needs" })} />
      {hasCars && !isOther ? (
        <Button isWide onClick={() => setOther(true)}>
          {t("otherCar")}
        </Button>
      ) : (
        <form className={styles["form"]} onSubmit={goOn} noValidate>
          {hasCars && <h4>{t("otherCar")}</h4>}
          <VehicleFields
            typed={draft.vehicle}
            isTried={isTried}
            errors={isTried && problems.has("noCar") ? { vin: t("problems.noCar") } : {}}
            onWrite={(field, typed) => {
              // Cars that load late must not replace fields in use.
              setOther(true);
              onChange({ carId: null, vehicle: { ...draft.vehicle, [field]: typed } });
            }}
          />
          <Button look="primary" type="submit" isWide>
            {t("goOn")}
          </Button>
        </form>
      )}
    </>
  );
}

interface CarsProps {
  readonly cars: readonly CustomerCar[] | null;
  readonly chosen: number | null;
  readonly onChoose: (carId: number) => void;
}

function Cars({ cars, chosen, onChoose }: CarsProps) {
  const t = useTranslations("requests");
  const error = useAppState((state) => state.failures[carsKey]?.error ?? null);
  const dispatch = useDispatch();
  if (cars === null)
    return (
      <p className={styles["quiet"]} role="status">
        {error === null ? (
          t("carsLoading")
        ) : (
          <>
            {t("carsFailed")} <ErrorText error={error} />{" "}
            <WaitButton look="link" error={error} onClick={() => dispatch({ type: "cars/asked", of: "own" })} />
          </>
        )}
      </p>
    );
  return (
    cars.length > 0 && (
      <ul className={styles["list"]} aria-label={t("cars")}>
        {cars.map((car) => (
          <li key={car.id}>
            <Button isWide aria-pressed={car.id === chosen} onClick={() => onChoose(car.id)}>
              <Car size={20} aria-hidden="true" />
              <CarName car={car} />
              <ChevronRight size={18} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    )
  );
}

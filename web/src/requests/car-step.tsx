import { Car, ChevronRight } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { offerTextCharactersMax } from "@cuplaj/protocol/limits.ts";
import { Button } from "../design/button.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { Field } from "../design/field.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./new-request.module.css";
import {
  carWords,
  type DescribedCar,
  hasVehicle,
  isVin,
  problemsOf,
  type VehicleField,
  vehicleFields,
  vinOf,
  type StepProps,
} from "./request-draft.ts";
import { carsKey } from "./requests-part.ts";
import type { OwnCar } from "./requests-shape.ts";

/** ASK-2: one press chooses a car of one's own; another car is described as far as it is known. */
export function CarStep({ draft, onChange }: StepProps) {
  const t = useTranslations("requests");
  const cars = useAppState((state) => state.cars);
  const dispatch = useDispatch();
  const [isOther, setOther] = useState(hasVehicle(draft));
  const [isTried, setTried] = useState(false);
  useEffect(() => dispatch({ type: "requests/cars-asked" }), [dispatch]);
  const hasCars = cars !== null && cars.length > 0;

  function goOn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    const problems = problemsOf({ ...draft, carId: null }, 0);
    const wrong = problems.has("noCar") ? "vin" : problems.has("year") ? "year" : null;
    if (wrong === null) onChange({ carId: null, step: "needs" });
    else event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  }

  return (
    <>
      <Cars chosen={draft.carId} cars={cars ?? []} onChoose={(carId) => onChange({ carId, step: "needs" })} />
      {hasCars && !isOther ? (
        <Button isWide onClick={() => setOther(true)}>
          {t("otherCar")}
        </Button>
      ) : (
        <form className={styles["form"]} onSubmit={goOn} noValidate>
          {hasCars && <h4>{t("otherCar")}</h4>}
          <VehicleFields draft={draft} onChange={onChange} isTried={isTried} />
          <Button look="primary" type="submit" isWide>
            {t("goOn")}
          </Button>
        </form>
      )}
    </>
  );
}

interface CarsProps {
  readonly cars: readonly OwnCar[];
  readonly chosen: number | null;
  readonly onChoose: (carId: number) => void;
}

function Cars({ cars, chosen, onChoose }: CarsProps) {
  const t = useTranslations("requests");
  const isKnown = useAppState((state) => state.cars !== null);
  const error = useAppState((state) => state.failures[carsKey]?.error ?? null);
  const dispatch = useDispatch();
  if (!isKnown)
    return (
      <p className={styles["quiet"]} role="status">
        {error === null ? (
          t("carsLoading")
        ) : (
          <>
            {t("carsFailed")} <ErrorText error={error} />{" "}
            <WaitButton look="link" error={error} onClick={() => dispatch({ type: "requests/cars-asked" })} />
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

/** A car by its own name, or by the first that is known of it; the rest is smaller. */
export function CarName({ car }: { readonly car: DescribedCar }) {
  const [first = "", ...others] = [car.name, carWords(car), car.plate, car.vin].filter(Boolean);
  return (
    <span className={styles["car"]}>
      <bdi>{first}</bdi>
      {others.length > 0 && <small>{others.join(" · ")}</small>}
    </span>
  );
}

function VehicleFields({ draft, onChange, isTried }: StepProps & { readonly isTried: boolean }) {
  const t = useTranslations("requests");
  const dispatch = useDispatch();
  const problems = problemsOf({ ...draft, carId: null }, 0);
  const vin = vinOf(draft.vehicle.vin);
  function write(field: VehicleField, typed: string) {
    onChange({ carId: null, vehicle: { ...draft.vehicle, [field]: typed } });
    const written = vinOf(typed);
    if (field === "vin" && isVin(written) && written !== vin) dispatch({ type: "requests/vin-entered", vin: written });
  }
  const errors: Partial<Record<VehicleField, string>> = {
    ...(isTried && problems.has("noCar") && { vin: t("problems.noCar") }),
    ...(isTried && problems.has("year") && { year: t("problems.year") }),
  };
  const hints: Partial<Record<VehicleField, string>> = {
    vin: vin === "" || isVin(vin) ? t("vinHint") : t("vinLength", { count: vin.length }),
  };
  return (
    <div className={styles["fields"]}>
      {vehicleFields.map((field) => {
        const [error, hint] = [errors[field], hints[field]];
        return (
          <Field
            key={field}
            label={t(`vehicle.${field}`)}
            {...(hint !== undefined && { hint })}
            {...(error !== undefined && { error })}
            name={field}
            autoComplete="off"
            autoCapitalize={field === "vin" || field === "plate" ? "characters" : "words"}
            spellCheck={false}
            inputMode={field === "year" ? "numeric" : "text"}
            enterKeyHint="next"
            maxLength={offerTextCharactersMax}
            value={draft.vehicle[field]}
            onChange={({ target }) => write(field, target.value)}
          />
        );
      })}
    </div>
  );
}

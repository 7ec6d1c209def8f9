import { ChevronDown } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { CarName } from "../design/car-name.tsx";
import { CopyCode } from "../design/copy-code.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { FailureNotice } from "../design/notice.tsx";
import { focusNextRow } from "../platform/input/focus.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { CustomerCar } from "../state/cars/cars-shape.ts";
import { carWords } from "../state/cars/typed-vehicle.ts";
import { CarUses } from "./car-uses.tsx";
import styles from "./cars.module.css";

interface CarRowProps {
  readonly car: CustomerCar;
  readonly isOwn: boolean;
  readonly isAway: boolean;
}

/** GAR-2: a car; opened, it also shows its requests and offers, and what its customer can do with it. */
export function CarRow({ car, isOwn, isAway }: CarRowProps) {
  const isOpen = useAppState(({ cars }) => cars.opened?.carId === car.id);
  const error = useAppState(({ cars }) =>
    cars.form === null && cars.change?.carId === car.id ? cars.change.error : null,
  );
  const dispatch = useDispatch();
  const isNamed = (car.name || carWords(car)) !== "";
  return (
    <li className={styles["car"]}>
      <button
        type="button"
        className={styles["toggle"]}
        aria-expanded={isOpen}
        onClick={() => dispatch({ type: "cars/toggled", carId: car.id })}
      >
        <CarName car={isNamed ? { ...car, plate: "", vin: "" } : car} />
        <ChevronDown size={18} aria-hidden="true" />
      </button>
      <p className={styles["codes"]}>
        {(["plate", "vin"] as const).map(
          (kind) =>
            car[kind] !== "" && (
              <span key={kind}>
                <bdi>{car[kind]}</bdi>
                <CopyCode code={car[kind]} kind={kind} />
              </span>
            ),
        )}
      </p>
      {car.note !== "" && (
        <p className={styles["note"]} dir="auto">
          {car.note}
        </p>
      )}
      {error && (
        <FailureNotice>
          <ErrorText error={error} />
        </FailureNotice>
      )}
      {isOpen && <CarUses />}
      {isOpen && isOwn && <Ways car={car} isAway={isAway} />}
    </li>
  );
}

function Ways({ car, isAway }: Pick<CarRowProps, "car" | "isAway">) {
  const t = useTranslations();
  const isBusy = useAppState(({ cars }) => cars.change?.error === null);
  const dispatch = useDispatch();
  const { id: carId, isAway: _isAway, ...stored } = car;
  if (isAway)
    return (
      <p className={styles["ways"]}>
        <Button
          ref={focusNextRow}
          isBusy={isBusy}
          onClick={() => dispatch({ type: "cars/change-asked", carId, car: stored })}
        >
          {t("cars.bringBack")}
        </Button>
      </p>
    );

  function request() {
    dispatch({ type: "requests/for-car-asked", carId });
    dispatch({ type: "cars/closed" });
  }

  return (
    <p className={styles["ways"]}>
      <Button look="primary" onClick={request}>
        {t("requests.new")}
      </Button>
      <Button onClick={() => dispatch({ type: "cars/shown", of: "own", form: { carId } })}>{t("cars.change")}</Button>
      <Button ref={focusNextRow} onClick={() => dispatch({ type: "cars/put-away-asked", car })}>
        {t("cars.putAway")}
      </Button>
    </p>
  );
}

import { carNameCharactersMax, carNoteCharactersMax } from "@cuplaj/protocol/limits.ts";
import { cleanText } from "@cuplaj/protocol/message-text.ts";
import { plateKey } from "@cuplaj/protocol/number-plate.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { Field, TextField } from "../design/field.tsx";
import { FailureNotice } from "../design/notice.tsx";
import { VehicleFields } from "../design/vehicle-fields.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { CarForm as Asked, CustomerCar } from "../state/cars/cars-shape.ts";
import { carsOf } from "../state/cars/shown-cars.ts";
import { filledIn, hasWrongYear, oneLine, vehicleOf, vehicleToStore } from "../state/cars/typed-vehicle.ts";
import { useKnownVin } from "../state/cars/use-known-vin.ts";
import type { CallError } from "../state/entities.ts";
import styles from "./cars.module.css";

/** GAR-3: adds a car, or corrects the one that is meant. */
export function CarForm({ form }: { readonly form: Asked }) {
  const t = useTranslations();
  const known = useAppState((state) => carsOf(state, "own")?.find((car) => isMeant(form, car)));
  const [{ carId, ...begun }] = useState(() => begin(form, known));
  const [typed, setTyped] = useState(begun);
  const [sent, setSent] = useState<typeof typed | null>(null);
  const change = useAppState(({ cars }) => (cars.change?.carId === carId ? cars.change : null));
  // An edit hides what was said of the version before.
  const error = (sent === typed && change?.error) || null;
  const errors = useFieldErrors(error);
  const element = useRef<HTMLFormElement>(null);
  const dispatch = useDispatch();
  useKnownVin(typed.vin, (vin) => setTyped((now) => filledIn(now, vin)));
  useEffect(() => {
    if (sent !== null || error !== null) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [sent, error]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(typed);
    if (hasWrongYear(typed)) return;
    const car = { ...vehicleToStore(typed), name: oneLine(typed.name), note: cleanText(typed.note) };
    dispatch({ type: "cars/change-asked", carId, car });
  }

  return (
    <Dialog
      title={t(carId === null ? "cars.add" : "cars.correct")}
      closeLabel={t("app.close")}
      onClose={() => dispatch({ type: "cars/shown", of: "own" })}
    >
      <form ref={element} className={styles["form"]} onSubmit={submit} noValidate>
        <Field
          label={t("cars.name")}
          hint={t("cars.nameHint")}
          error={errors["name"]}
          autoComplete="off"
          enterKeyHint="next"
          maxLength={carNameCharactersMax}
          value={typed.name}
          onChange={({ target }) => setTyped({ ...typed, name: target.value })}
        />
        <VehicleFields
          typed={typed}
          isTried={sent === typed}
          errors={errors}
          onWrite={(of, text) => setTyped({ ...typed, [of]: text })}
        />
        <Note note={typed.note} onWrite={(note) => setTyped({ ...typed, note })} />
        {error && Object.keys(errors).length === 0 && (
          <FailureNotice>
            {error.code === "conflict" ? t(carId === null ? "cars.full" : "cars.taken") : <ErrorText error={error} />}
          </FailureNotice>
        )}
        <WaitButton look="primary" type="submit" isWide error={error} isBusy={change?.error === null}>
          {t("cars.save")}
        </WaitButton>
      </form>
    </Dialog>
  );
}

/** GAR-6b: a new car with a known VIN or plate is the known one. */
function isMeant({ carId, vin, plate }: Asked, car: CustomerCar): boolean {
  if (carId !== null) return car.id === carId;
  return vin === undefined ? plate !== undefined && plateKey(car.plate) === plateKey(plate) : car.vin === vin;
}

function begin(form: Asked, known: CustomerCar | undefined) {
  const start: Partial<CustomerCar> = known ?? form;
  const { id: carId = null, name = "", note = "" } = start;
  return { carId, name, note, ...vehicleOf((field) => String(start[field] ?? "")) };
}

function useFieldErrors(error: CallError | null): Readonly<Record<string, string>> {
  const t = useTranslations("cars.wrong");
  const fields = Object.keys(error?.fieldErrors ?? {});
  return Object.fromEntries(fields.map((of) => [of, t(of === "vin" || of === "plate" ? of : "other")]));
}

function Note({ note, onWrite }: { readonly note: string; readonly onWrite: (note: string) => void }) {
  return (
    <TextField
      label={useTranslations("cars")("note")}
      rows={2}
      maxLength={carNoteCharactersMax}
      value={note}
      onChange={({ target }) => onWrite(target.value)}
    />
  );
}

import { offerTextCharactersMax } from "@cuplaj/protocol/limits.ts";
import { isCheckDigitRight, normalVin } from "@cuplaj/protocol/vin.ts";
import { useTranslations } from "use-intl";
import {
  hasWrongYear,
  type TypedVehicle,
  type VehicleField,
  vehicleFields,
  vinOf,
} from "../state/cars/typed-vehicle.ts";
import { Field } from "./field.tsx";
import styles from "./vehicle-fields.module.css";

interface VehicleFieldsProps {
  readonly typed: TypedVehicle;
  /** Whether an invalid year is said. */
  readonly isTried: boolean;
  readonly errors: Partial<Record<VehicleField, string>>;
  readonly onWrite: (field: VehicleField, typed: string) => void;
}

export function VehicleFields({ typed, isTried, errors, onWrite }: VehicleFieldsProps) {
  const t = useTranslations("cars");
  const vinHint = useVinHint(typed.vin);
  const found = isTried && hasWrongYear(typed) ? { ...errors, year: t("wrong.year") } : errors;
  return (
    <div className={styles["fields"]}>
      {vehicleFields.map((field) => (
        <Field
          key={field}
          label={t(`vehicle.${field}`)}
          {...(field === "vin" && { hint: vinHint })}
          error={found[field]}
          name={field}
          autoComplete="off"
          autoCapitalize={field === "vin" || field === "plate" ? "characters" : "words"}
          spellCheck={false}
          inputMode={field === "year" ? "numeric" : "text"}
          enterKeyHint="next"
          maxLength={offerTextCharactersMax}
          value={typed[field]}
          onChange={({ target }) => onWrite(field, target.value)}
        />
      ))}
    </div>
  );
}

/** Makers that must write a check digit (North American ones, CAR-5). */
const mustCheck = /^[1-5]/;

function useVinHint(typed: string): string {
  const t = useTranslations("cars");
  const letters = vinOf(typed);
  const vin = normalVin(typed);
  if (vin === null && letters !== "") return t("vinLength", { count: letters.length });
  return t(vin !== null && mustCheck.test(vin) && !isCheckDigitRight(vin) ? "vinCheck" : "vinHint");
}

import { Plus } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Panel } from "../design/panel.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { carsKey } from "../state/cars/shown-cars.ts";
import { CarForm } from "./car-form.tsx";
import { CarList } from "./car-list.tsx";
import styles from "./cars.module.css";

/** GAR-1: a customer's own cars, or for staff those of a room's customer. */
export function CarsDialog() {
  const t = useTranslations();
  const { of, form, list } = useAppState(({ cars }) => cars);
  const hasFailed = useAppState(({ failures }) => failures[carsKey] !== undefined);
  const dispatch = useDispatch();
  const isOwn = of === "own";
  return (
    <>
      <Panel
        title={t(isOwn ? "cars.title" : "cars.ofCustomer")}
        closeLabel={t("app.close")}
        onClose={() => dispatch({ type: "cars/closed" })}
      >
        {isOwn && (
          <p className={styles["top"]}>
            <Button isWide onClick={() => dispatch({ type: "cars/shown", of, form: { carId: null } })}>
              <Plus size={16} aria-hidden="true" />
              {t("cars.add")}
            </Button>
          </p>
        )}
        <CarList of={of} />
      </Panel>
      {/* The form of a known car needs the list. */}
      {form && (list !== null || hasFailed) && <CarForm form={form} />}
    </>
  );
}

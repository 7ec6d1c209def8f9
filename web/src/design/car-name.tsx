import { carWords, type NamedVehicle } from "../state/cars/typed-vehicle.ts";
import styles from "./car-name.module.css";

/** A car by its own name, or by the first that is known of it; the rest is smaller. */
export function CarName({ car }: { readonly car: NamedVehicle }) {
  const [first = "", ...others] = [car.name, carWords(car), car.plate, car.vin].filter(Boolean);
  return (
    <span className={styles["car"]}>
      <bdi>{first}</bdi>
      {others.length > 0 && <small>{others.join(" · ")}</small>}
    </span>
  );
}

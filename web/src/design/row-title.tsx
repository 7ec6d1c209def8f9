import styles from "./row-title.module.css";
import type { RoomNames } from "../state/rooms/room-subject.ts";

/** What a row is about, in a line that may be cut. */
export function RowTitle({ name, vehicle, subject }: RoomNames) {
  if (name === "" || vehicle === "") return <bdi>{subject}</bdi>;
  return (
    <>
      <bdi className={styles["name"]}>{name}</bdi> · <bdi>{vehicle}</bdi>
    </>
  );
}

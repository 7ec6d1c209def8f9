import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useNearView } from "../platform/page/use-near-view.ts";
import { useAppState } from "../state/app-context.ts";
import type { RoomId } from "../state/entities.ts";
import { selectedRoomId } from "../state/selectors.ts";
import { CarList } from "./car-list.tsx";
import styles from "./cars.module.css";

/** GAR-5: the cars of the open room's customer. They load once they come near the visible part. */
export function CustomerCars() {
  const roomId = useAppState(selectedRoomId);
  return roomId !== null && <Beside key={roomId} roomId={roomId} />;
}

function Beside({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("cars");
  const section = useRef<HTMLElement>(null);
  const isNear = useNearView(section);
  const [isSeen, setSeen] = useState(false);
  if (isNear && !isSeen) setSeen(true);
  return (
    <section ref={section} className={styles["beside"]} aria-label={t("ofCustomer")}>
      <h3>{t("ofCustomer")}</h3>
      {isSeen && <CarList of={roomId} />}
    </section>
  );
}

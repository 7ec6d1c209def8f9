import { useTranslations } from "use-intl";
import type { RoomId } from "../state/entities.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./participants.module.css";

export function TypingLine({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("typing");
  const [first, second, ...more] = useAppState((state) => state.typing[roomId]) ?? [];
  return (
    <p className={styles["typing"]}>
      {first && !second && t("one", { name: first.name })}
      {first && second && more.length === 0 && t("two", { first: first.name, second: second.name })}
      {first && more.length > 0 && t("many", { first: first.name, count: more.length + 1 })}
    </p>
  );
}

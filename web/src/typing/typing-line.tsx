import { useTranslations } from "use-intl";
import type { Participant, RoomId } from "../state/entities.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./typing-line.module.css";

const nobody: readonly Participant[] = [];

/** Who types in the open room (TYPE-1). */
export function TypingLine({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("typing");
  const people = useAppState((state) => state.typing[roomId] ?? nobody);
  const [first, second] = people;
  const isMany = people.length > 2;
  return (
    <p className={styles["line"]}>
      {first && !second && t("one", { name: first.name })}
      {first && second && !isMany && t("two", { first: first.name, second: second.name })}
      {first && isMany && t("many", { first: first.name, count: people.length - 1 })}
    </p>
  );
}

import { useTranslations } from "use-intl";
import { Button } from "../../design/button.tsx";
import { signOut } from "../../state/sign-in/sign-out.ts";
import { useDispatch } from "../../state/app-context.ts";
import styles from "./only-room-line.module.css";

/** POST-6: says why only one conversation shows, and leads to the whole account. */
export function OnlyRoomLine() {
  const t = useTranslations("mail");
  const dispatch = useDispatch();
  return (
    <p className={styles["line"]}>
      {t("onlyRoom")}{" "}
      <Button look="link" onClick={() => signOut(dispatch)}>
        {t("wholeAccount")}
      </Button>
    </p>
  );
}

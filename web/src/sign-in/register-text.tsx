import { useAppState } from "../state/app-context.ts";
import styles from "./sign-in-screen.module.css";

/** Who makes accounts here, in the installation's words (WEB-7). */
export function RegisterText() {
  const text = useAppState(({ settings, language }) => settings?.registerText[language]);
  return text !== undefined && text !== "" && <p className={styles["registerText"]}>{text}</p>;
}

import { useAppState } from "../state/app-context.ts";
import styles from "./sign-in-screen.module.css";

/** Who makes accounts here, in the words of the installation (WEB-7). */
export function RegisterText() {
  const text = useAppState(({ settings, language }) => settings?.registerText[language]);
  return text !== undefined && text !== "" && <p className={styles["registerText"]}>{text}</p>;
}

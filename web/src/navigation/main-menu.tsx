import { type ComponentPropsWithRef, lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Avatar } from "../presence/person-mark.tsx";
import { me } from "../state/selectors.ts";
import { useChat } from "../state/use-chat.ts";
import styles from "./header.module.css";

const loadContent = async () => ({ default: (await import("./main-menu-content.tsx")).MainMenuContent });
const MainMenuContent = lazy(loadContent);

/** The menu of everything that is about oneself. Its code comes when a hand or the focus nears it. */
export function MainMenu() {
  const [isWanted, setIsWanted] = useState(false);
  const preload = () => void loadContent();
  return isWanted ? (
    <Suspense fallback={<MenuButton aria-busy="true" />}>
      <MainMenuContent />
    </Suspense>
  ) : (
    <MenuButton
      aria-haspopup="menu"
      aria-expanded="false"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsWanted(true)}
    />
  );
}

/** The button that opens the menu: one's own initials. */
export function MenuButton(props: ComponentPropsWithRef<"button">) {
  const t = useTranslations("nav");
  const self = useChat(me);
  return (
    <button {...props} type="button" className={styles["me"]} aria-label={t("menu")} title={t("menu")}>
      <Avatar name={self?.name ?? ""} kind={self?.kind ?? "customer"} />
    </button>
  );
}

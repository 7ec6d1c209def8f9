import { PanelLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { Logo } from "../design/logo.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { unreadTotal } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./header.module.css";
import { MainMenu } from "./main-menu.tsx";
import { paths } from "./paths.ts";
import { usePageLink } from "./use-page-link.ts";

/** The top bar: home, rooms, unread count, and the person's menu with the way out. `search` and `tools` belong to other slices. */
export function Header({ search, tools }: { readonly search: ReactNode; readonly tools: ReactNode }) {
  return (
    <header className={styles["header"]}>
      <HomeLink />
      <span className={styles["roomy"]}>
        <RoomListToggle />
      </span>
      <UnreadTotal />
      <span className={styles["gap"]} />
      {search}
      {tools}
      <MainMenu />
    </header>
  );
}

function HomeLink() {
  const t = useTranslations();
  return (
    <a className={styles["home"]} {...usePageLink(paths.home)}>
      <Logo />
      {t("app.name")}
      <VisuallyHidden>{t("nav.home")}</VisuallyHidden>
    </a>
  );
}

function RoomListToggle() {
  const t = useTranslations("nav");
  const isVisible = useAppState((state) => state.isRoomListVisible);
  const { toggleRoomList } = useCommands();
  return (
    <IconButton label={isVisible ? t("hideRooms") : t("showRooms")} onClick={toggleRoomList}>
      <PanelLeft size={18} aria-hidden="true" />
    </IconButton>
  );
}

function UnreadTotal() {
  const t = useTranslations("rooms");
  const count = useAppState(unreadTotal);
  if (count === 0) return null;
  return (
    <span className={styles["unread"]}>
      <span aria-hidden="true">{count > 999 ? "999+" : count}</span>
      <VisuallyHidden>{t("unreadCount", { count })}</VisuallyHidden>
    </span>
  );
}

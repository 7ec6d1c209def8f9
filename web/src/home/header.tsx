import { PanelLeft } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { Logo } from "../design/logo.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { isOfOneRoom } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./header.module.css";
import { paths } from "../state/navigation/paths.ts";
import { usePageLink } from "../state/navigation/use-page-link.ts";
import { lateComponent } from "../platform/late-component.ts";
import { MenuButton } from "./menu-button.tsx";

interface HeaderProps {
  readonly unread: ReactNode;
  readonly search: ReactNode;
  readonly tools: ReactNode;
}

export function Header({ unread, search, tools }: HeaderProps) {
  return (
    <header className={styles["header"]}>
      <HomeLink />
      <span className={styles["roomy"]}>
        <RoomListToggle />
        {unread}
      </span>
      <span className={styles["gap"]} />
      {search}
      {tools}
      <MainMenu />
    </header>
  );
}

export function HomeLink() {
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
  const isOnly = useAppState(isOfOneRoom);
  const dispatch = useDispatch();
  if (isOnly) return null;
  return (
    <IconButton
      label={isVisible ? t("hideRooms") : t("showRooms")}
      onClick={() => dispatch({ type: "navigation/room-list-toggled" })}
    >
      <PanelLeft size={18} aria-hidden="true" />
    </IconButton>
  );
}

const MainMenuContent = lateComponent(async () => (await import("./main-menu-content.tsx")).MainMenuContent);

/** The menu's code loads when the page is idle, or when the pointer or the focus comes near. */
function MainMenu() {
  const [isWanted, setIsWanted] = useState(false);
  const preload = () => void MainMenuContent.preload();
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

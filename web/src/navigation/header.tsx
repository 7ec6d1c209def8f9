import { Moon, PanelLeft, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { BarButton } from "../design/bar-button.tsx";
import { IconButton } from "../design/button.tsx";
import { Logo } from "../design/logo.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { darkSystem, useMedia } from "../platform/use-media.ts";
import { unreadTotal } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./header.module.css";
import { MainMenu } from "./main-menu.tsx";
import { paths } from "./paths.ts";
import { usePageLink } from "./use-page-link.ts";

/** The top bar: home, rooms, unread count, and the person's menu with the way out. `tools` belong to other slices. */
export function Header({ tools }: { readonly tools: ReactNode }) {
  return (
    <header className={styles["header"]}>
      <HomeLink />
      <span className={styles["roomy"]}>
        <RoomListToggle />
      </span>
      <UnreadTotal />
      <span className={styles["gap"]} />
      {tools}
      <span className={styles["roomy"]}>
        <ThemeButton />
      </span>
      <span className={styles["roomy"]}>
        <LanguageButton />
      </span>
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

/** Switches to the opposite of what is shown; "like the system" is in the menu. */
function ThemeButton() {
  const t = useTranslations("theme");
  const theme = useAppState((state) => state.theme);
  const isSystemDark = useMedia(darkSystem);
  const { chooseTheme } = useCommands();
  const isDark = theme === "dark" || (theme === "system" && isSystemDark);
  return (
    <IconButton
      label={`${t("label")}: ${isDark ? t("dark") : t("light")}`}
      onClick={() => chooseTheme(isDark ? "light" : "dark")}
    >
      {isDark ? <Moon size={18} aria-hidden="true" /> : <Sun size={18} aria-hidden="true" />}
    </IconButton>
  );
}

/** Names the other language in its own words, for readers of that language. */
function LanguageButton() {
  const t = useTranslations("language");
  const language = useAppState((state) => state.language);
  const { chooseLanguage } = useCommands();
  const other = language === "ro" ? "en" : "ro";
  return <BarButton label={t(other)} lang={other} onClick={() => chooseLanguage(other)} />;
}

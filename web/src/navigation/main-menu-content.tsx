import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import { Check, Keyboard, LogOut, PanelLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import styles from "../design/menu.module.css";
import { twoPanes, useMedia } from "../platform/use-media.ts";
import { me } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { MenuButton } from "./menu-button.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";

/** The menu itself, open as soon as its code has loaded. */
export function MainMenuContent() {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  return (
    <>
      <DropdownMenu.Root defaultOpen modal={false}>
        <DropdownMenu.Trigger asChild>
          <MenuButton />
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className={styles["menu"]} align="end" sideOffset={4} collisionPadding={8}>
          <Self />
          <ThemeChoice />
          <LanguageChoice />
          <DropdownMenu.Separator className={styles["line"]} />
          <Doings onHelp={() => setIsHelpOpen(true)} />
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {isHelpOpen && <ShortcutsDialog onClose={() => setIsHelpOpen(false)} />}
    </>
  );
}

function Self() {
  const t = useTranslations();
  const self = useAppState(me);
  if (!self) return null;
  return (
    <>
      <div className={styles["who"]}>
        <div className={styles["name"]}>{self.name}</div>
        <div className={styles["kind"]}>
          {self.username} · {t(`kind.${self.kind}`)}
        </div>
      </div>
      <DropdownMenu.Separator className={styles["line"]} />
    </>
  );
}

const themes = ["light", "dark", "system"] as const;
const languages = ["ro", "en"] as const;

function ThemeChoice() {
  const t = useTranslations("theme");
  const theme = useAppState((state) => state.theme);
  const { chooseTheme } = useCommands();
  return (
    <DropdownMenu.Group>
      <DropdownMenu.Label className={styles["heading"]}>{t("label")}</DropdownMenu.Label>
      <DropdownMenu.RadioGroup value={theme} aria-label={t("label")}>
        {themes.map((value) => (
          <Radio key={value} value={value} onSelect={() => chooseTheme(value)}>
            {t(value)}
          </Radio>
        ))}
      </DropdownMenu.RadioGroup>
    </DropdownMenu.Group>
  );
}

function LanguageChoice() {
  const t = useTranslations("language");
  const language = useAppState((state) => state.language);
  const { chooseLanguage } = useCommands();
  return (
    <DropdownMenu.Group>
      <DropdownMenu.Label className={styles["heading"]}>{t("label")}</DropdownMenu.Label>
      <DropdownMenu.RadioGroup value={language} aria-label={t("label")}>
        {languages.map((value) => (
          <Radio key={value} value={value} onSelect={() => chooseLanguage(value)}>
            <span lang={value}>{t(value)}</span>
          </Radio>
        ))}
      </DropdownMenu.RadioGroup>
    </DropdownMenu.Group>
  );
}

interface RadioProps {
  readonly value: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

/** One choice; the menu stays open, so its effect is visible. */
function Radio({ value, onSelect, children }: RadioProps) {
  return (
    <DropdownMenu.RadioItem
      className={styles["item"]}
      value={value}
      onSelect={(event) => {
        event.preventDefault();
        onSelect();
      }}
    >
      <span className={styles["sign"]}>
        <DropdownMenu.ItemIndicator>
          <Check size={16} aria-hidden="true" />
        </DropdownMenu.ItemIndicator>
      </span>
      {children}
    </DropdownMenu.RadioItem>
  );
}

function Doings({ onHelp }: { readonly onHelp: () => void }) {
  const t = useTranslations();
  const isRoomListVisible = useAppState((state) => state.isRoomListVisible);
  const version = useAppState((state) => state.settings?.version);
  const { toggleRoomList, signOut } = useCommands();
  // LIST-4: with one pane at a time there is nothing to hide.
  const isRoomy = useMedia(twoPanes);
  return (
    <>
      {isRoomy && (
        <DropdownMenu.Item className={styles["item"]} onSelect={toggleRoomList}>
          <PanelLeft size={16} aria-hidden="true" />
          {isRoomListVisible ? t("nav.hideRooms") : t("nav.showRooms")}
        </DropdownMenu.Item>
      )}
      <DropdownMenu.Item className={styles["item"]} onSelect={onHelp}>
        <Keyboard size={16} aria-hidden="true" />
        {t("keys.title")}
      </DropdownMenu.Item>
      <DropdownMenu.Separator className={styles["line"]} />
      <DropdownMenu.Item className={styles["item"]} onSelect={signOut}>
        <LogOut size={16} aria-hidden="true" />
        {t("nav.logout")}
      </DropdownMenu.Item>
      {version !== undefined && <div className={styles["version"]}>{t("app.version", { version })}</div>}
    </>
  );
}

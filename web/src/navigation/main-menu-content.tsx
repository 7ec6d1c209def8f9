import { hasPermission } from "@cuplaj/protocol/permission.ts";
import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import {
  Check,
  Download,
  ExternalLink,
  Keyboard,
  LogOut,
  PanelLeft,
  Search,
  ShieldCheck,
  UserRound,
  VolumeX,
} from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import styles from "../design/menu.module.css";
import { MenuItem } from "../design/menu.tsx";
import { isInFrame } from "../platform/frame-address.ts";
import { openOutside } from "../platform/open-outside.ts";
import { lateComponent } from "../platform/late-component.ts";
import { touchDevice, twoPanes, useMedia } from "../platform/use-media.ts";
import { me } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { paths } from "./paths.ts";
import { MenuButton } from "./menu-button.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";

const AccountDialog = lateComponent(async () => (await import("../account/account-dialog.tsx")).AccountDialog);
const SilencedDialog = lateComponent(async () => (await import("../people/silenced-dialog.tsx")).SilencedDialog);

/** The menu itself, open as soon as its code has loaded. */
export function MainMenuContent() {
  const [dialog, setDialog] = useState<"help" | "account" | "silenced" | null>(null);
  const close = () => setDialog(null);
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
          <Doings onOpen={setDialog} />
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      <Suspense fallback={null}>
        {dialog === "help" && <ShortcutsDialog onClose={close} />}
        {dialog === "account" && <AccountDialog onClose={close} />}
        {dialog === "silenced" && <SilencedDialog onClose={close} />}
      </Suspense>
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

function Doings({ onOpen }: { readonly onOpen: (dialog: "help" | "account" | "silenced") => void }) {
  const t = useTranslations();
  const isRoomListVisible = useAppState((state) => state.isRoomListVisible);
  const version = useAppState((state) => state.settings?.version);
  const isRoomListCompact = useAppState((state) => state.isRoomListCompact);
  const canInstall = useAppState(({ offline }) => offline.canInstall);
  const { goTo, toggleRoomList, toggleCompactRooms, openSearch, installApp, signOut } = useCommands();
  // LIST-4: with one pane at a time there is nothing to hide.
  const isRoomy = useMedia(twoPanes);
  const hasKeys = !useMedia(touchDevice);
  const mayAdminister = useAppState((state) => hasPermission(me(state)?.roles, ["users.manage", "audit.view"], "any"));
  const maySilence = useAppState((state) => hasPermission(me(state)?.roles ?? [], "users.silence"));
  return (
    <>
      <MenuItem label={t("nav.search")} Sign={Search} onSelect={openSearch} />
      <MenuItem label={t("account.title")} Sign={UserRound} onSelect={() => onOpen("account")} />
      {maySilence && <MenuItem label={t("silence.list")} Sign={VolumeX} onSelect={() => onOpen("silenced")} />}
      {mayAdminister && <MenuItem label={t("nav.admin")} Sign={ShieldCheck} onSelect={() => goTo(paths.admin)} />}
      {isRoomy && (
        <MenuItem
          label={isRoomListVisible ? t("nav.hideRooms") : t("nav.showRooms")}
          Sign={PanelLeft}
          onSelect={toggleRoomList}
        />
      )}
      <DropdownMenu.CheckboxItem
        className={styles["item"]}
        checked={isRoomListCompact}
        onSelect={(event) => {
          event.preventDefault();
          toggleCompactRooms();
        }}
      >
        <span className={styles["sign"]}>
          <DropdownMenu.ItemIndicator>
            <Check size={16} aria-hidden="true" />
          </DropdownMenu.ItemIndicator>
        </span>
        {t("nav.compactRooms")}
      </DropdownMenu.CheckboxItem>
      {isInFrame() && <MenuItem label={t("nav.openOutside")} Sign={ExternalLink} onSelect={openOutside} />}
      {canInstall && !isInFrame() && <MenuItem label={t("offline.install")} Sign={Download} onSelect={installApp} />}
      {hasKeys && <MenuItem label={t("keys.title")} Sign={Keyboard} onSelect={() => onOpen("help")} />}
      <DropdownMenu.Separator className={styles["line"]} />
      <MenuItem label={t("nav.logout")} Sign={LogOut} onSelect={signOut} />
      {version !== undefined && <div className={styles["version"]}>{t("app.version", { version })}</div>}
    </>
  );
}

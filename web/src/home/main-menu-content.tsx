import { signOut } from "../state/sign-in/sign-out.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import {
  Car,
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
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import styles from "../design/menu.module.css";
import { Menu, MenuCheck, MenuChoices, MenuItem, MenuLine } from "../design/menu.tsx";
import { isInFrame } from "../platform/page/page.ts";
import { openOutside } from "../platform/page/open-outside.ts";
import { lateComponent, loadCode } from "../platform/late-component.ts";
import { touchDevice, twoPanes, useMedia } from "../platform/page/use-media.ts";
import { isOfOneRoom, me } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { paths } from "../state/navigation/paths.ts";
import { MenuButton } from "./menu-button.tsx";
import { ShortcutsDialog } from "../navigation/shortcuts-dialog.tsx";

const AccountDialog = lateComponent(async () => (await import("../account/account-dialog.tsx")).AccountDialog);
// Few people have a second factor, so its code is not preloaded.
const OwnFactor = lazy(() =>
  loadCode(async () => ({ default: (await import("../sign-in/second-factor/own-factor.tsx")).OwnFactor })),
);
const SilencedDialog = lateComponent(async () => (await import("./silenced-dialog.tsx")).SilencedDialog);

const ownFactor = (
  <Suspense fallback={null}>
    <OwnFactor />
  </Suspense>
);

export function MainMenuContent() {
  const [dialog, setDialog] = useState<"help" | "account" | "silenced" | null>(null);
  const close = () => setDialog(null);
  const isOnly = useAppState(isOfOneRoom);
  return (
    <>
      <Menu button={<MenuButton />} align="end" isOpenFirst>
        <Self />
        <ThemeChoice />
        <LanguageChoice />
        <MenuLine />
        {isOnly ? <CloseRoom /> : <Doings onOpen={setDialog} />}
      </Menu>
      <Suspense fallback={null}>
        {dialog === "help" && <ShortcutsDialog onClose={close} />}
        {dialog === "account" && <AccountDialog factor={ownFactor} onClose={close} />}
        {dialog === "silenced" && <SilencedDialog onClose={close} />}
      </Suspense>
    </>
  );
}

/** POST-6: signs out of a session of one room. */
function CloseRoom() {
  const t = useTranslations("mail");
  const dispatch = useDispatch();
  return <MenuItem label={t("closeRoom")} Sign={LogOut} onSelect={() => signOut(dispatch)} />;
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
      <MenuLine />
    </>
  );
}

const themes = ["light", "dark", "system"] as const;
const languages = ["ro", "en"] as const;

function ThemeChoice() {
  const t = useTranslations("theme");
  const theme = useAppState((state) => state.theme);
  const dispatch = useDispatch();
  const choices = themes.map((value) => ({ value, label: t(value) }));
  return (
    <MenuChoices
      label={t("label")}
      value={theme}
      choices={choices}
      onChoose={(theme) => dispatch({ type: "theme/chosen", theme })}
    />
  );
}

function LanguageChoice() {
  const t = useTranslations("language");
  const language = useAppState((state) => state.language);
  const dispatch = useDispatch();
  const choices = languages.map((value) => ({ value, label: t(value), lang: value }));
  return (
    <MenuChoices
      label={t("label")}
      value={language}
      choices={choices}
      onChoose={(language) => dispatch({ type: "language/chosen", language })}
    />
  );
}

function Doings({ onOpen }: { readonly onOpen: (dialog: "help" | "account" | "silenced") => void }) {
  const t = useTranslations();
  const isRoomListVisible = useAppState((state) => state.isRoomListVisible);
  const version = useAppState((state) => state.settings?.version);
  const isRoomListCompact = useAppState((state) => state.isRoomListCompact);
  const canInstall = useAppState(({ offline }) => offline.canInstall);
  const dispatch = useDispatch();
  const isRoomy = useMedia(twoPanes);
  const hasKeys = !useMedia(touchDevice);
  const mayAdminister = useAppState((state) => hasPermission(me(state)?.roles, ["users.manage", "audit.view"], "any"));
  const maySilence = useAppState((state) => hasPermission(me(state)?.roles ?? [], "users.silence"));
  return (
    <>
      <MenuItem
        label={t("nav.search")}
        Sign={Search}
        onSelect={() => dispatch({ type: "search/panel-opened", isChange: false })}
      />
      <OwnCars />
      <MenuItem label={t("account.title")} Sign={UserRound} onSelect={() => onOpen("account")} />
      {maySilence && <MenuItem label={t("silence.list")} Sign={VolumeX} onSelect={() => onOpen("silenced")} />}
      {mayAdminister && (
        <MenuItem
          label={t("nav.admin")}
          Sign={ShieldCheck}
          onSelect={() => dispatch({ type: "address/asked", path: paths.admin })}
        />
      )}
      {isRoomy && (
        <MenuItem
          label={isRoomListVisible ? t("nav.hideRooms") : t("nav.showRooms")}
          Sign={PanelLeft}
          onSelect={() => dispatch({ type: "navigation/room-list-toggled" })}
        />
      )}
      <MenuCheck
        label={t("nav.compactRooms")}
        isChecked={isRoomListCompact}
        onToggle={() => dispatch({ type: "navigation/room-list-compacted" })}
      />
      {isInFrame() && <MenuItem label={t("nav.openOutside")} Sign={ExternalLink} onSelect={openOutside} />}
      {canInstall && !isInFrame() && (
        <MenuItem
          label={t("offline.install")}
          Sign={Download}
          onSelect={() => dispatch({ type: "offline/install-asked" })}
        />
      )}
      {hasKeys && <MenuItem label={t("keys.title")} Sign={Keyboard} onSelect={() => onOpen("help")} />}
      <MenuLine />
      <MenuItem label={t("nav.logout")} Sign={LogOut} onSelect={() => signOut(dispatch)} />
      {version !== undefined && <div className={styles["version"]}>{t("app.version", { version })}</div>}
    </>
  );
}

/** GAR-1: only customers have cars. */
function OwnCars() {
  const t = useTranslations("cars");
  const isCustomer = useAppState((state) => me(state)?.kind === "customer");
  const dispatch = useDispatch();
  return (
    isCustomer && (
      <MenuItem label={t("title")} Sign={Car} onSelect={() => dispatch({ type: "cars/shown", of: "own" })} />
    )
  );
}

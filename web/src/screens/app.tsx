import "../design/fonts.css";
import "../design/tokens.css";
import "../design/base.css";
import { Suspense, useDeferredValue, useEffect } from "react";
import { lateComponent } from "../platform/late-component.ts";
import { CrashBoundary } from "../design/crash-boundary.tsx";
import blank from "../navigation/not-found-screen.module.css";
import styles from "./notices.module.css";
import { type FirstWords, WordsProvider } from "../language/words-provider.tsx";
import type { Route } from "../state/navigation/paths.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { AppState } from "../state/shape.ts";
import { me, ownerOf, shownConnection, shownPane } from "../state/selectors.ts";
import { watchPresses } from "../platform/input/last-press.ts";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { useHasNetwork } from "../platform/page/use-media.ts";
import { Logo } from "../design/logo.tsx";
import { ScreenTitle } from "../design/screen-title.tsx";

// Screens load when shown: a signed-in person does not load the sign-in screen, and a guest loads no rooms (PERF-1).
const isBounded = true;
const SignInScreen = lateComponent(async () => (await import("../sign-in/sign-in-screen.tsx")).SignInScreen, {
  says: "room",
  isBounded,
});
const RegisterScreen = lateComponent(async () => (await import("../sign-in/register-screen.tsx")).RegisterScreen, {
  says: "room",
  isBounded,
});
const NotFoundScreen = lateComponent(async () => (await import("../navigation/not-found-screen.tsx")).NotFoundScreen, {
  isBounded,
});
const InviteScreen = lateComponent(async () => (await import("../sign-in/invite-screen.tsx")).InviteScreen, {
  isBounded,
});
const MailPage = lateComponent(async () => (await import("./mail-page.tsx")).MailPage, { isRare: true, isBounded });
const FirstStepScreen = lateComponent(async () => (await import("./first-step-screen.tsx")).FirstStepScreen, {
  isBounded,
});
const AdminScreen = lateComponent(async () => (await import("./admin-screen.tsx")).AdminScreen, {
  isRare: true,
  isBounded,
});
const LogoutPage = lateComponent(async () => (await import("./logout-page.tsx")).LogoutPage, { isBounded });
const HomeScreen = lateComponent(async () => (await import("../home/home-screen.tsx")).HomeScreen, {
  says: "first",
  isBounded,
});

const screens = {
  starting: null,
  login: SignInScreen,
  register: RegisterScreen,
  invite: InviteScreen,
  mail: MailPage,
  "not-found": NotFoundScreen,
  home: HomeScreen,
  search: HomeScreen,
  request: HomeScreen,
  join: HomeScreen,
  view: HomeScreen,
  admin: AdminScreen,
  logout: LogoutPage,
} satisfies Readonly<Record<Route["kind"], unknown>>;

/** GUARD-1: screens that need a person. They are never drawn before the guard has redirected, not even briefly. */
const personal: ReadonlySet<Route["kind"]> = new Set(["home", "search", "request", "join", "view", "admin", "logout"]);

/** PERF-1j: preloads the page's first screen, so that rendering never waits. */
export async function loadScreen({ route }: AppState): Promise<void> {
  const first = screens[route.kind];
  if (first !== null && "preload" in first) await first.preload();
}

export function App({ words }: { readonly words: FirstWords }) {
  return (
    <WordsProvider first={words}>
      <CrashBoundary fallback={<CrashScreen />}>
        <Screen />
      </CrashBoundary>
      <CrashBoundary fallback={null}>
        <Notices />
      </CrashBoundary>
    </WordsProvider>
  );
}

/** Chooses the screen outside the suspended part, so that the person can always leave a screen whose code does not load. */
function Screen() {
  const kind = useAppState((state) => state.route.kind);
  const before = useDeferredValue(kind);
  const person = useAppState(ownerOf);
  // SIGN-6b: codes that are shown only once take precedence over any screen.
  const due = useAppState((state) => (state.twoFactor?.codes ? "codes" : me(state)?.due));
  const isDue = due && kind !== "logout";
  // SEC-11: the question on `/logout` stays until the next screen is loaded, so that no blank appears in between.
  const shown = before === "logout" ? before : kind;
  return (
    <CrashBoundary fallback={<CrashScreen />} of={kind}>
      <Suspense fallback={<i hidden data-between="" />}>
        {isDue ? <FirstStepScreen due={due} /> : screenOf(shown, person)}
      </Suspense>
    </CrashBoundary>
  );
}

function screenOf(kind: Route["kind"], person: string | null) {
  const Shown = screens[kind];
  if (Shown === null || (personal.has(kind) && person === null)) return null;
  // EMB-6a: the key remounts the screen if the person changes.
  return <Shown key={personal.has(kind) ? person : null} />;
}

const Toasts = lateComponent(async () => (await import("../alerts/toasts.tsx")).Toasts, { says: "first" });
const OfflineNotes = lateComponent(async () => (await import("../worker/page/offline-notes.tsx")).OfflineNotes);

function Notices() {
  const isHome = useAppState(({ session, route: { kind } }) => {
    return session.phase === "signed-in" && ["home", "request", "join", "view"].includes(kind);
  });
  const pane = useAppState(shownPane);
  const isNoted = useAppState(
    ({ offline: { copiedAt, isUpdateReady, share } }) => (copiedAt ?? share) !== null || isUpdateReady,
  );
  const isAny = useAppState(({ alerts }) => alerts.length > 0);
  useEffect(watchPresses, []);
  return (
    <div className={styles["notices"]} data-pane={pane}>
      <div className={styles["toasts"]}>
        <Suspense fallback={null}>{isAny && <Toasts />}</Suspense>
      </div>
      {isHome && (
        <div className={styles["banner"]}>
          <ConnectionBanner />
          <Suspense fallback={null}>{isNoted && <OfflineNotes />}</Suspense>
        </div>
      )}
    </div>
  );
}

function ConnectionBanner() {
  const t = useTranslations("connection");
  const isAwayLong = useAppState((state) => state.connection.isAwayLong);
  const phase = useAppState(shownConnection);
  const hasNetwork = useHasNetwork();
  const dispatch = useDispatch();
  return (
    <div role="status" data-connection={phase}>
      {isAwayLong && (
        <div className={styles["away"]}>
          <span>{hasNetwork ? t("banner") : t("noInternet")}</span>
          <Button look="link" onClick={() => dispatch({ type: "connection/retry-asked" })}>
            {t("tryNow")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Replaces a screen that failed to render (LANG-2). Its plain link restarts the page, whatever the state. */
function CrashScreen() {
  const t = useTranslations("crash");
  return (
    <main className={blank["page"]}>
      <Logo size={56} />
      <ScreenTitle>{t("title")}</ScreenTitle>
      <p className={blank["text"]}>{t("text")}</p>
      <a className={blank["action"]} href="/">
        {t("reload")}
      </a>
    </main>
  );
}

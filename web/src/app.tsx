import "./design/fonts.css";
import "./design/tokens.css";
import "./design/base.css";
import { Suspense, useDeferredValue } from "react";
import { lateComponent } from "./platform/late-component.ts";
import { CrashBoundary } from "./design/crash-boundary.tsx";
import { WordsProvider } from "./language/words-provider.tsx";
import { CrashScreen } from "./navigation/crash-screen.tsx";
import type { Route } from "./navigation/navigation-shape.ts";
import { Notices } from "./notices.tsx";
import { useAppState } from "./state/app-context.ts";
import { me, ownerOf } from "./state/selectors.ts";

// Screens load when shown: a signed-in person loads no sign-in screen, a guest no rooms (PERF-1).
const SignInScreen = lateComponent(async () => (await import("./sign-in/sign-in-screen.tsx")).SignInScreen, {
  says: "first",
});
const RegisterScreen = lateComponent(async () => (await import("./sign-in/register-screen.tsx")).RegisterScreen, {
  says: "first",
});
const NotFoundScreen = lateComponent(async () => (await import("./navigation/not-found-screen.tsx")).NotFoundScreen);
const InviteScreen = lateComponent(async () => (await import("./sign-in/invite-screen.tsx")).InviteScreen);
const FirstStepScreen = lateComponent(async () => (await import("./first-step-screen.tsx")).FirstStepScreen);
const AdminScreen = lateComponent(async () => (await import("./administration/admin-screen.tsx")).AdminScreen, {
  isRare: true,
});
const LogoutPage = lateComponent(async () => (await import("./logout-page.tsx")).LogoutPage);
const HomeScreen = lateComponent(async () => (await import("./home-screen.tsx")).HomeScreen, { says: "first" });

/** The whole page: the screen of the address, and the notices above it. */
export function App() {
  return (
    <Suspense fallback={null}>
      <WordsProvider>
        <CrashBoundary fallback={<CrashScreen />}>
          <Screen />
        </CrashBoundary>
        <CrashBoundary fallback={null}>
          <Notices />
        </CrashBoundary>
      </WordsProvider>
    </Suspense>
  );
}

/** What decides lies outside of what waits for a screen's code: a way back out of one that does not come is drawn at once. */
function Screen() {
  const kind = useAppState((state) => state.route.kind);
  const before = useDeferredValue(kind);
  const person = useAppState(ownerOf);
  // SIGN-6b: whatever else there is, what was told once is read first.
  const due = useAppState((state) => (state.twoFactor?.codes ? "codes" : me(state)?.due));
  const isDue = due && kind !== "logout";
  // SEC-11: the question on `/logout` stays until the next screen has loaded; nothing blank comes between.
  const shown = before === "logout" ? before : kind;
  return (
    <Suspense fallback={<i hidden data-between="" />}>
      {isDue ? <FirstStepScreen due={due} /> : screenOf(shown, person)}
    </Suspense>
  );
}

function screenOf(kind: Route["kind"], person: string | null) {
  switch (kind) {
    case "login":
      return <SignInScreen />;
    case "register":
      return <RegisterScreen />;
    case "invite":
      return <InviteScreen />;
    case "not-found":
      return <NotFoundScreen />;
    case "home":
    case "search":
    case "join":
    case "view":
      // GUARD-1: no room is drawn even for a moment before the guard has led to sign-in.
      // EMB-6a: of another person's screen nothing stays.
      return person !== null ? <HomeScreen key={person} /> : null;
    case "admin":
      return person !== null ? <AdminScreen key={person} /> : null;
    case "logout":
      return person !== null ? <LogoutPage /> : null;
    case "starting":
      return null;
  }
}

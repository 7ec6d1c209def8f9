import { useEffect } from "react";
import { LogoutScreen } from "./sign-in/logout-screen.tsx";

/** The question on `/logout`. Whatever the answer is, its screen is on its way meanwhile. */
export function LogoutPage() {
  useEffect(loadNextScreens, []);
  return <LogoutScreen />;
}

/** One that does not come is asked for again when it is shown. */
function loadNextScreens(): void {
  for (const screen of [import("./home-screen.tsx"), import("./sign-in/sign-in-screen.tsx")])
    screen.catch(() => undefined);
}

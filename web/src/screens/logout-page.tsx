import { useEffect } from "react";
import { preloadComponents } from "../platform/late-component.ts";
import { LogoutScreen } from "../sign-in/logout-screen.tsx";

/** Asks the question on `/logout`, and preloads the next screen. */
export function LogoutPage() {
  useEffect(() => void preloadComponents(), []);
  return <LogoutScreen />;
}

import { useEffect } from "react";
import { preloadParts } from "./platform/load-part.ts";
import { LogoutScreen } from "./sign-in/logout-screen.tsx";

/** The question on `/logout`. The screen that follows either answer loads meanwhile. */
export function LogoutPage() {
  useEffect(() => void preloadParts(), []);
  return <LogoutScreen />;
}

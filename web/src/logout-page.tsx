import { useEffect } from "react";
import { preloadParts } from "./platform/load-part.ts";
import { LogoutScreen } from "./sign-in/logout-screen.tsx";

/** The question on `/logout`. Whatever the answer is, its screen is on its way meanwhile. */
export function LogoutPage() {
  useEffect(() => void preloadParts(), []);
  return <LogoutScreen />;
}

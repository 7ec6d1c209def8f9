import { useEffect } from "react";
import { preloadComponents } from "../platform/late-component.ts";
import { LogoutScreen } from "../sign-in/logout-screen.tsx";

/** The question on `/logout`; preloads the screen that comes next. */
export function LogoutPage() {
  useEffect(() => void preloadComponents(), []);
  return <LogoutScreen />;
}

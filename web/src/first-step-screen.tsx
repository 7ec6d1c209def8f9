import { lazy } from "react";
import { FirstPasswordScreen } from "./first-password-screen.tsx";
import { loadCode } from "./platform/late-component.ts";
import type { Me } from "./state/entities.ts";

// Asked of staff alone, and not everywhere, so nobody loads it ahead.
const SecondFactorScreen = lazy(() =>
  loadCode(async () => ({ default: (await import("./second-factor-screen.tsx")).SecondFactorScreen })),
);

/** What comes before everything else (SIGN-5, SIGN-6). */
export const FirstStepScreen = ({ due }: { readonly due: NonNullable<Me["due"]> | "codes" }) =>
  due === "password" ? <FirstPasswordScreen /> : <SecondFactorScreen due={due} />;

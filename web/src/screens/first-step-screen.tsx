import { FirstPasswordScreen } from "./first-password-screen.tsx";
import { lateComponent } from "../platform/late-component.ts";
import type { Me } from "../state/entities.ts";

// Asked only of staff, and not everywhere.
const SecondFactorScreen = lateComponent(async () => (await import("./second-factor-screen.tsx")).SecondFactorScreen, {
  isRare: true,
});

/** What comes before everything else (SIGN-6). */
export const FirstStepScreen = ({ due }: { readonly due: NonNullable<Me["due"]> | "codes" }) =>
  due === "password" ? <FirstPasswordScreen /> : <SecondFactorScreen due={due} />;

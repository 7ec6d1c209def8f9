import type { ro } from "./ro.ts";

declare module "../state/shape.ts" {
  interface ChatState extends ThemeState {}
  interface ChatEvents extends ThemeEvents {}
  interface ChatEffects extends ThemeEffects {}
  interface Commands extends ThemeCommands {}
  interface Words extends ThemeWords {}
}
type ThemeWords = typeof ro;

export type ThemeChoice = "light" | "dark" | "system";

export interface ThemeState {
  readonly theme: ThemeChoice;
}

export interface ThemeEvents {
  "theme/chosen": { readonly theme: ThemeChoice };
}

export interface ThemeEffects {
  "save-theme": { readonly theme: ThemeChoice };
}

export interface ThemeCommands {
  readonly chooseTheme: (theme: ThemeChoice) => void;
}

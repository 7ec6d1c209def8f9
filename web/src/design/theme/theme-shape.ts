declare module "../../state/shape.ts" {
  interface AppState extends ThemeState {}
  interface AppEvents extends ThemeEvents {}
  interface AppEffects extends ThemeEffects {}
  interface Commands extends ThemeCommands {}
}

export type ThemeChoice = "light" | "dark" | "system";

export interface ThemeState {
  readonly theme: ThemeChoice;
}

export interface ThemeEvents {
  "theme/chosen": { readonly theme: ThemeChoice };
  /** A host's, for this page alone (EMB-6). */
  "theme/given": { readonly theme: ThemeChoice };
}

export interface ThemeEffects {
  "save-theme": { readonly theme: ThemeChoice };
  "show-theme": { readonly theme: ThemeChoice };
}

export interface ThemeCommands {
  readonly chooseTheme: (theme: ThemeChoice) => void;
}

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "use-intl";
import { Segments } from "../segments.tsx";
import { useAppState, useCommands } from "../../state/app-context.ts";

/** Light, dark or the system's choice (THEME-1). */
export function ThemeSwitch() {
  const t = useTranslations("theme");
  const theme = useAppState((state) => state.theme);
  const { chooseTheme } = useCommands();
  return (
    <Segments
      label={t("label")}
      value={theme}
      onChoose={chooseTheme}
      segments={[
        { value: "light", label: t("light"), picture: <Sun size={16} aria-hidden="true" /> },
        { value: "dark", label: t("dark"), picture: <Moon size={16} aria-hidden="true" /> },
        { value: "system", label: t("system"), picture: <Monitor size={16} aria-hidden="true" /> },
      ]}
    />
  );
}

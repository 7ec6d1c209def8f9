import { useTranslations } from "use-intl";
import { Segments } from "./segments.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { Monitor, Moon, Sun } from "lucide-react";

export function LanguageSwitch() {
  const t = useTranslations("language");
  const language = useAppState((state) => state.language);
  const dispatch = useDispatch();
  return (
    <Segments
      label={t("label")}
      value={language}
      onChoose={(language) => dispatch({ type: "language/chosen", language })}
      segments={[
        { value: "ro", label: t("ro"), lang: "ro" },
        { value: "en", label: t("en"), lang: "en" },
      ]}
    />
  );
}

export function ThemeSwitch() {
  const t = useTranslations("theme");
  const theme = useAppState((state) => state.theme);
  const dispatch = useDispatch();
  return (
    <Segments
      label={t("label")}
      value={theme}
      onChoose={(theme) => dispatch({ type: "theme/chosen", theme })}
      segments={[
        { value: "light", label: t("light"), picture: <Sun size={16} aria-hidden="true" /> },
        { value: "dark", label: t("dark"), picture: <Moon size={16} aria-hidden="true" /> },
        { value: "system", label: t("system"), picture: <Monitor size={16} aria-hidden="true" /> },
      ]}
    />
  );
}

import { useTranslations } from "use-intl";
import { Segments } from "./segments.tsx";
import { useAppState, useCommands } from "../state/app-context.ts";

/** Romanian or English, each named in itself; switches at once, without a reload (LANG-1). */
export function LanguageSwitch() {
  const t = useTranslations("language");
  const language = useAppState((state) => state.language);
  const { chooseLanguage } = useCommands();
  return (
    <Segments
      label={t("label")}
      value={language}
      onChoose={chooseLanguage}
      segments={[
        { value: "ro", label: t("ro"), lang: "ro" },
        { value: "en", label: t("en"), lang: "en" },
      ]}
    />
  );
}

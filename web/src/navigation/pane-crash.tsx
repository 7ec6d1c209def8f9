import { useTranslations } from "use-intl";
import { Blank } from "../design/notice.tsx";

/** Replaces a pane that failed to draw; the other panes go on (LANG-2). */
export function PaneCrash() {
  const t = useTranslations("crash");
  return (
    <Blank title={t("title")} hint={t("paneText")} isFailure>
      <a href="/">{t("reload")}</a>
    </Blank>
  );
}

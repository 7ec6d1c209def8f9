import { Suspense, useEffect, useRef, useState } from "react";
import { lateComponent } from "../../platform/late-component.ts";
import { useAppState } from "../../state/app-context.ts";
import { trayOf } from "./attachments-state.ts";
import type { TrayProps } from "./tray-files.tsx";
import { useTranslations } from "use-intl";
import { VisuallyHidden } from "../../design/visually-hidden.tsx";
import { shownName } from "../../state/files/shown-name.ts";
import type { TrayFile } from "../../state/files/attachments-shape.ts";
import { useProblemText } from "./problem-text.ts";

const TrayFiles = lateComponent(async () => (await import("./tray-files.tsx")).TrayFiles);

export function Tray(props: TrayProps) {
  const tray = useAppState((state) => trayOf(state, props.roomId));
  return (
    <>
      <TrayNews tray={tray} />
      {tray.length > 0 && (
        <Suspense fallback={null}>
          <TrayFiles {...props} />
        </Suspense>
      )}
    </>
  );
}

function TrayNews({ tray }: { readonly tray: readonly TrayFile[] }) {
  const t = useTranslations("attachments");
  const reason = useProblemText();
  const before = useRef(tray);
  const [news, setNews] = useState("");
  useEffect(() => {
    const known = new Map(before.current.map((one) => [one.id, one]));
    const added = tray.filter(({ id, problem }) => !known.has(id) && problem === null);
    const refused = tray.filter(({ id, problem }) => problem !== null && known.get(id)?.problem !== problem);
    before.current = tray;
    const names = added.map(({ file }) => shownName(file.name)).join(", ");
    const said = [
      ...(added.length > 0 ? [t("added", { count: added.length, names })] : []),
      ...refused.map(({ file, problem }) => t("notAdded", { name: shownName(file.name), reason: reason(problem) })),
    ];
    if (said.length > 0) setNews(said.join(" "));
  }, [tray, t, reason]);
  return <VisuallyHidden role="status">{news}</VisuallyHidden>;
}

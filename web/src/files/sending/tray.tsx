import { Suspense } from "react";
import { lateComponent } from "../../platform/late-component.ts";
import { useAppState } from "../../state/app-context.ts";
import { trayOf } from "./trays.ts";
import type { TrayProps } from "./tray-files.tsx";
import { TrayNews } from "./tray-news.tsx";

const TrayFiles = lateComponent(async () => (await import("./tray-files.tsx")).TrayFiles);

/** What was chosen and not yet sent, above the composer (ATT-2). */
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

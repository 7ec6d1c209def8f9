import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { systemClock } from "../platform/clock.ts";
import { lateComponent } from "../platform/late-component.ts";
import { pageBody } from "../platform/page/page.ts";
import { onPrint } from "../platform/page/print-page.ts";
import { useWindowKeys } from "../platform/input/use-keys.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { RoomProps } from "./printed-room.tsx";
import { printingStage } from "./printing-part.ts";

const PrintingDialog = lateComponent(async () => (await import("./printing-dialog.tsx")).PrintingDialog);
const PrintedRoom = lateComponent(async () => (await import("./printed-room.tsx")).PrintedRoom);
const LoadedRoom = lateComponent(async () => (await import("./printed-room.tsx")).LoadedRoom);

export function Printing({ roomId, Lines }: RoomProps) {
  const stage = useAppState((state) => printingStage(state, roomId));
  const dispatch = useDispatch();
  useEffect(() => () => dispatch({ type: "printing/ended" }), [dispatch]);
  const isByBrowser = useBrowserPrint(stage !== "ready");
  const isDialogDue = useIsDialogDue(stage);
  useWindowKeys(({ key, isCommand, altKey, shiftKey }) => {
    if (!isCommand || altKey || shiftKey || key.toLowerCase() !== "p") return false;
    dispatch({ type: "printing/asked", roomId });
    return true;
  });
  return (
    <Suspense fallback={null}>
      {isDialogDue && <PrintingDialog roomId={roomId} />}
      {stage === "ready" && createPortal(<PrintedRoom roomId={roomId} Lines={Lines} />, pageBody())}
      {isByBrowser && stage !== "ready" && createPortal(<LoadedRoom roomId={roomId} Lines={Lines} />, pageBody())}
    </Suspense>
  );
}

/** PRINT-1: whether the browser itself has started printing, as from its menu. It does not wait, so the sheet is rendered synchronously. */
function useBrowserPrint(isOwn: boolean): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  const begin = useEffectEvent(() => {
    if (isOwn) flushSync(() => setIsPrinting(true));
  });
  useEffect(
    () =>
      onPrint(
        () => begin(),
        () => setIsPrinting(false),
      ),
    [],
  );
  return isPrinting;
}

const longMs = 400;

/** Whether loading has taken long or has failed; from then on the dialog stays until everything is loaded. */
function useIsDialogDue(stage: ReturnType<typeof printingStage>): boolean {
  const [isLong, setIsLong] = useState(false);
  const isOpen = stage === "loading" || stage === "failed";
  const isFailed = stage === "failed";
  useEffect(
    () => (isOpen ? systemClock.later(isFailed ? 0 : longMs, () => setIsLong(true)) : undefined),
    [isOpen, isFailed],
  );
  useEffect(() => (isOpen ? () => setIsLong(false) : undefined), [isOpen]);
  return isOpen && isLong;
}

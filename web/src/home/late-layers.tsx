import { CarsDialog } from "../cars/cars-dialog.tsx";
import { Printing } from "../printing/printing.tsx";
import { QuietLines } from "../quiet-lines/quiet-lines.tsx";
import { useAppState } from "../state/app-context.ts";
import { selectedRoomId } from "../state/selectors.ts";

/** Opens over any pane, and loads after the panes. */
export function LateLayers() {
  const roomId = useAppState(selectedRoomId);
  const hasCars = useAppState(({ cars }) => cars.isShown);
  return (
    <>
      {roomId !== null && <Printing key={roomId} roomId={roomId} Lines={QuietLines} />}
      {hasCars && <CarsDialog />}
    </>
  );
}

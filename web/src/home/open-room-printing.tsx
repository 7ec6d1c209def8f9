import { Printing } from "../printing/printing.tsx";
import { QuietLines } from "../quiet-lines/quiet-lines.tsx";
import { useAppState } from "../state/app-context.ts";
import { selectedRoomId } from "../state/selectors.ts";

export function OpenRoomPrinting() {
  const roomId = useAppState(selectedRoomId);
  return roomId !== null && <Printing key={roomId} roomId={roomId} Lines={QuietLines} />;
}

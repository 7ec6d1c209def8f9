import { messageLink, paths } from "../state/navigation/paths.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { bestFound } from "./panel-options.ts";
import type { FoundMessage, FoundRoom, RoomFind, SearchView } from "./search-shape.ts";
import { searchIn } from "./search-state.ts";

/** `openBest` opens what says most. */
export function useOpenFound(view: SearchView) {
  const query = useAppState((state) => searchIn(state, view)?.input.text ?? "");
  const { goTo, openHit, openLine } = useCommands();

  const openRoom = ({ room }: FoundRoom): void => goTo(paths.view(room.name));

  const openMessage = ({ room, hits }: FoundRoom, { seq }: FoundMessage): void =>
    openHit({ roomId: room.id, offerId: room.offerNumber, seq, query, hits: hits.map((hit) => hit.seq) });

  function openFind(found: FoundRoom, { lineId }: RoomFind): void {
    const { id: roomId, offerNumber: offerId } = found.room;
    if (lineId === null) openRoom(found);
    else openLine({ roomId, offerId, lineId, query });
  }

  function openBest(found: FoundRoom): void {
    const best = bestFound(found);
    if (best?.kind === "find") openFind(found, best.find);
    else if (best) openMessage(found, best.hit);
    else openRoom(found);
  }

  return { openRoom, openMessage, openFind, openBest };
}

export const roomAddress = ({ room }: FoundRoom): string => paths.view(room.name);

export const hitAddress = ({ room }: FoundRoom, { seq }: FoundMessage): string => messageLink(room.name, seq);

import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import type { RoomId } from "../entities.ts";
import { useAppState } from "../app-context.ts";
import { type RoomTitle, titleOf } from "./room-title.ts";

/** "Oferta 10001" or "Cererea 31"; empty without a title. */
export function useTitleWords(): (title: RoomTitle | null | undefined) => string {
  const t = useTranslations();
  return (title) => (title ? t(`${title.of}s.title`, { number: String(title.id) }) : "");
}

export function useRoomTitle(roomId: RoomId | null): string {
  const words = useTitleWords();
  return words(
    useAppState(
      useShallow(({ rooms: { byId } }) => {
        const room = roomId === null ? undefined : byId[roomId];
        return room && titleOf(room);
      }),
    ),
  );
}

import { useTranslations } from "use-intl";
import type { RoomId } from "../entities.ts";
import { useAppState } from "../app-context.ts";

export function useRoomTitle(roomId: RoomId | null): string {
  const t = useTranslations("offers");
  const number = useAppState((state) => (roomId === null ? undefined : state.rooms.byId[roomId]?.offerNumber));
  return number === undefined ? "" : t("title", { number: String(number) });
}

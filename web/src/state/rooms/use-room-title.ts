import { useTranslations } from "use-intl";
import type { RoomId } from "../entities.ts";
import { useAppState } from "../app-context.ts";

/** A room's title in the language on screen: "Oferta 10001". The server's own would stay in one language. Empty for none. */
export function useRoomTitle(roomId: RoomId | null): string {
  const t = useTranslations("offers");
  const number = useAppState((state) => (roomId === null ? undefined : state.rooms.byId[roomId]?.offerNumber));
  return number === undefined ? "" : t("title", { number: String(number) });
}

import { usePersonName } from "../participants/person-name.tsx";
import type { Participant, Room } from "../entities.ts";
import { me } from "../selectors.ts";
import { useAppState } from "../app-context.ts";
import type { AppState } from "../shape.ts";
import { titleOf } from "./room-title.ts";
import { useTitleWords } from "./use-room-title.ts";

/** The avatar of a room: for staff, its customer; for a customer, the person serving them. */
export function faceOf(state: AppState, { id, ...room }: Room): Participant | null {
  const { customer, members, takeOver } = state.rooms.byId[id] ?? room;
  const isOwn = isOwnCustomer(state);
  return (isOwn ? takeOver?.person : customer) ?? members.find(({ kind }) => (kind === "customer") !== isOwn) ?? null;
}

export const nameOf = (state: AppState, room: Room | undefined): string =>
  room === undefined || isOwnCustomer(state) ? "" : (faceOf(state, room)?.name ?? "");

export interface RoomNames {
  readonly name: string;
  readonly vehicle: string;
  /** Name and vehicle, or the title if neither is known. */
  readonly subject: string;
}

export function useRoomNames(room: Room): RoomNames {
  const title = useTitleWords();
  const name = usePersonName(useAppState((state) => nameOf(state, room)));
  const { vehicle } = room;
  const words = [name, vehicle].filter((word) => word !== "").join(" · ");
  return { name, vehicle, subject: words === "" ? title(titleOf(room)) : words };
}

const isOwnCustomer = (state: AppState): boolean => me(state)?.kind === "customer";

import type { Participant, RoomId } from "../entities.ts";
import { isSamePerson, me } from "../selectors.ts";
import type { AppState } from "../shape.ts";

/** USR-2: the open list once somebody has joined or left its room. */
export function withListedMembers(
  state: AppState,
  event: {
    readonly roomId: RoomId;
    readonly joined: Participant | null;
    readonly left: Participant | null;
    readonly by?: Participant;
    readonly membersTotal: number;
  },
): AppState {
  const { memberList } = state;
  if (memberList?.roomId !== event.roomId) return state;
  const { joined, left, by = null, membersTotal: total } = event;
  const others = memberList.members.filter((one) => !isSamePerson(one, joined) && !isSamePerson(one, left));
  // ROOM-14c
  const mayPutOut = isSamePerson(by, me(state)) && joined?.kind !== "customer";
  const members = joined === null ? others : [...others, { ...joined, isOnline: false, mayPutOut }];
  return { ...state, memberList: { ...memberList, members, total } };
}

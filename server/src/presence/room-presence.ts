import { roomChannel } from "@cuplaj/protocol/channels.ts";
import { OnlineUser } from "@cuplaj/protocol/participant.ts";
import { Check } from "typebox/value";

/** Somebody on a presence channel, with what was signed for them. */
export interface PresentPerson {
  readonly userInfo: unknown;
}

/** Who is present in a room (LIVE-6), from the roster of its channel; one line a person however many sockets they have. */
export function createRoomPresence(
  members: (channel: string) => readonly PresentPerson[],
): (roomName: string) => readonly OnlineUser[] {
  return (roomName) =>
    members(roomChannel(roomName))
      .map(({ userInfo }) => userInfo)
      .filter((info): info is OnlineUser => Check(OnlineUser, info));
}

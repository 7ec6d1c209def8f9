import type { parseRoomName } from "@cuplaj/protocol/channels.ts";
import type { Room } from "../entities.ts";

export type RoomTitle = NonNullable<ReturnType<typeof parseRoomName>>;

/** ASK-11: names a room after its offer, or after the request that no offer answers yet. */
export const titleOf = ({ offerNumber, request }: Pick<Room, "offerNumber" | "request">): RoomTitle =>
  offerNumber === null ? { of: "request", id: request?.id ?? 0 } : { of: "offer", id: offerNumber };

/** The state of a request that has no offer or has ended; otherwise null, since the offer's status says more. */
export const requestStateOf = ({ offerStatus, request }: Pick<Room, "offerStatus" | "request">) =>
  request && (offerStatus === null || isEnded(request)) ? request.state : null;

export const isEnded = ({ state }: Pick<NonNullable<Room["request"]>, "state">): boolean =>
  state === "withdrawn" || state === "closed";

import type { offerRoomType as wireType } from "@cuplaj/protocol/room.ts";

/** The one chat type there is (ROOM-5); the type holds it to the contract without its schemas. */
export const offerRoomType: typeof wireType = 1;

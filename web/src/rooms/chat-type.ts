import type { offerChatType as wireType } from "@cuplaj/protocol/room.ts";

/** The one chat type there is (ROOM-5); the type holds it to the contract without its schemas. */
export const offerChatType: typeof wireType = 1;

import type { offerChatType as wireType } from "@cuplaj/protocol/room.ts";

/** The one chat type there is (specification 3); the type holds it to the contract without its schemas. */
export const offerChatType: typeof wireType = 1;

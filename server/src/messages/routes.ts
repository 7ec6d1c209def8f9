import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { done } from "../kernel/outcome.ts";
import type { ListMessages } from "./list-messages.ts";
import type { PublishMessage } from "./publish-message.ts";

/** What the routes call. */
export interface MessageUseCases {
  readonly listMessages: ListMessages;
  readonly publishMessage: PublishMessage;
}

/** Pages of messages, and sending one (ROOM-4, MSG-2). */
export function addMessageRoutes(route: AddRoute, { listMessages, publishMessage }: MessageUseCases): void {
  route(endpoints.listMessages, async ({ caller, params, query }) => {
    const outcome = await listMessages(caller.user, {
      roomRef: params.roomId,
      page: params.page,
      afterSeq: query.after_seq ?? null,
      beforeSeq: query.before_seq ?? null,
      aroundSeq: query.around_seq ?? null,
    });
    if (!outcome.ok) return outcome;
    const { page, isVisit } = outcome.value;
    return done({ status: 200, body: { data: page }, visited: isVisit ? [page.id] : [] });
  });
  route(endpoints.publishMessage, async ({ caller, params, body }) => {
    const outcome = await publishMessage(caller.user, {
      roomRef: params.roomId,
      text: body.message,
      clientId: body.client_id ?? null,
    });
    if (!outcome.ok) return outcome;
    const { message, isNew } = outcome.value;
    return done(isNew ? { status: 201, body: { message } } : { status: 200, body: { message } });
  });
}

import { actionMessageType, type MessageAction } from "@cuplaj/protocol/message.ts";
import type { Member, ParticipantKind } from "@cuplaj/protocol/participant.ts";

/** An action's payload in the log (ACT-1); actor, time and `seq` are columns of the entry. */
export interface ActionPayload extends Pick<
  MessageAction,
  "id" | "action_id" | "deleted" | "message_id" | "message_seq"
> {
  readonly author_type: ParticipantKind;
}

/** An action as read, with the person's current name. */
export interface StoredAction extends ActionPayload {
  readonly person: Member;
  readonly seq: number;
  readonly created_at: string;
}

export function toAction({ person, author_type: authorType, ...action }: StoredAction, roomId: number): MessageAction {
  const idIf = (type: ParticipantKind): number | null => (person.type === type ? person.id : null);
  return {
    ...action,
    room_id: roomId,
    customer_id: idIf("customer"),
    user_id: idIf("erp"),
    agent_id: idIf("agent"),
    name: person.name,
    message_type: actionMessageType[authorType],
  };
}

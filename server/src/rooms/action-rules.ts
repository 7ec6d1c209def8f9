import { actionMessageType, type MessageAction } from "@cuplaj/protocol/message.ts";
import type { Member, ParticipantKind } from "@cuplaj/protocol/participant.ts";

/** What the log stores of an action (ACT-1): who gave it, when and with which `seq` stands beside it. */
export interface ActionPayload extends Pick<
  MessageAction,
  "id" | "action_id" | "deleted" | "message_id" | "message_seq"
> {
  /** The kind of the message's author. */
  readonly author_type: ParticipantKind;
}

/** An action as it is read, with its person's name as it is now. */
export interface StoredAction extends ActionPayload {
  readonly person: Member;
  readonly seq: number;
  readonly created_at: string;
}

/** ACT-1: an action as everybody sees it. */
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

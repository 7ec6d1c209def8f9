import type { MessageAction } from "../state/entities.ts";

declare module "../state/shape.ts" {
  interface LoggedKinds {
    ChatMessageAction: MessageAction;
  }
}

import type { Part } from "../part.ts";
import { actionKind } from "./apply-action.ts";
import "./actions-shape.ts";

/** Take-overs and likes of messages. */
export const actionsPart: Part<object> = {
  initial: {},
  handlers: {},
  kinds: { ChatMessageAction: actionKind },
};

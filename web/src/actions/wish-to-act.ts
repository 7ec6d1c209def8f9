import type { ActOrigin, Target } from "../state/messages/actions-shape.ts";
import type { AppEvent } from "../state/shape.ts";

export const wishToAct = (
  kind: "take-over" | "like",
  { roomId, id, seq, author }: Target,
  isWanted = true,
  origin: ActOrigin = "message",
): AppEvent<"actions/wished"> => ({
  type: "actions/wished",
  kind,
  isWanted,
  roomId,
  messageId: id,
  messageSeq: seq,
  authorKind: author?.kind ?? "customer",
  origin,
});

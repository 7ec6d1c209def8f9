import type { ClientState, SeenMessage } from "./client-state.ts";
import { type Answer, outcomeOf, wordOf } from "./http-caller.ts";
import { type ReceivedAction, shownAction } from "./read-event.ts";

export async function like(state: ClientState, isLiked: boolean): Promise<void> {
  if (state.seen.length === 0) return;
  const message = state.random.pick(state.seen);
  const line = { f: "like", room: message.room, id: message.id, value: isLiked } as const;
  state.note({ ...line, type: "invoke" });
  const answer = await act(state, message, 2, isLiked);
  const action = actionOf(answer);
  state.note({ ...line, type: outcomeOf(answer), seq: action?.seq ?? null, kind: wordOf(answer) });
}

export async function takeOver(state: ClientState, isTaken: boolean): Promise<void> {
  const customers = state.seen.filter(({ author }) => author === "customer");
  const messages = isTaken ? customers : [...state.held.values()];
  if (messages.length === 0) return;
  const message = state.random.pick(messages);
  const { room, id } = message;
  state.note({ f: "take-over", type: "invoke", room, id });
  const answer = await act(state, message, 1, isTaken);
  const type = outcomeOf(answer);
  const action = actionOf(answer);
  const answered = action === null ? {} : { seq: action.seq, value: shownAction(action) };
  state.note({ f: "take-over", type, room, id, kind: wordOf(answer), ...answered });
  if (type === "ok" && isTaken) state.held.set(room, message);
  else if (type !== "info") state.held.delete(room);
}

const act = (state: ClientState, { room, id, author }: SeenMessage, action: 1 | 2, wished: boolean): Promise<Answer> =>
  state.http.call("POST", `/api/v1/chat/${room}/action/${id}/${action}/${author}`, { state: wished });

/** The action after the call, or the holder's action that prevented it. */
function actionOf(answer: Answer): ReceivedAction | null {
  if (answer.kind !== "answer" || answer.body === null) return null;
  return answer.body.action ?? answer.body.details?.action ?? null;
}

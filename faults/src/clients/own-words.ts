import type { Room } from "../product/world.ts";
import { outcomeOf, wordOf } from "./http-caller.ts";
import type { ClientState } from "./client-state.ts";
import { randomUUID } from "node:crypto";

export const textOf = (room: Room, word: string): string => `${room.nonce} ${word}`;

/** The unique word in a text or excerpt; null without one. */
export const wordIn = (text: string | undefined): string | null => text?.split(" ")[1] ?? null;

export async function edit(state: ClientState): Promise<void> {
  if (state.own.length === 0) return;
  const { room, id } = state.random.pick(state.own);
  const value = randomUUID();
  state.note({ f: "edit", type: "invoke", room: room.id, id, value });
  const body = { message: textOf(room, value) };
  const answer = await state.http.call("PUT", `/api/v1/chat/${room.id}/message/${id}`, body);
  state.note({ f: "edit", type: outcomeOf(answer), room: room.id, id, value, kind: wordOf(answer) });
}

export async function remove(state: ClientState): Promise<void> {
  if (state.own.length === 0) return;
  const { room, id } = state.random.pick(state.own);
  state.note({ f: "delete", type: "invoke", room: room.id, id });
  const answer = await state.http.call("DELETE", `/api/v1/chat/${room.id}/message/${id}`);
  state.note({ f: "delete", type: outcomeOf(answer), room: room.id, id, kind: wordOf(answer) });
}

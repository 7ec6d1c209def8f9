import { expect } from "vitest";
import type { ApiParts } from "../start/api-parts.ts";
import type { Person } from "./people.ts";
import { startTestApi } from "./test-api.ts";

interface Found {
  readonly id: number;
  readonly offer_id: number;
  readonly finds: readonly { in: string; text: string; ranges: [number, number][]; line_id?: number }[];
  readonly hits: readonly {
    message_id: number;
    seq: number;
    excerpt: string;
    in: string;
    ranges: [number, number][];
  }[];
}

export async function startSearching(changes: Partial<ApiParts> = {}) {
  const api = await startTestApi(changes);
  const post = (person: Person | null, typed: string, more: object = {}) =>
    api.call(person, "POST", "/api/v1/search", { search: typed, ...more });
  /** Returns a complete result; repeats searches that a busy machine ended early. */
  const postWhole: typeof post = async (person, typed, more) => {
    let answer = await post(person, typed, more);
    for (let again = 0; answer.body.partial === true && again < 20; again += 1)
      answer = await post(person, typed, more);
    expect([typed, answer.status, answer.body.partial]).toEqual([typed, 200, false]);
    return answer;
  };
  return {
    ...api,
    post,
    postWhole,
    search: async (person: Person, typed: string, more: object = {}): Promise<Found[]> =>
      (await postWhole(person, typed, more)).body.chats,
    join: async (person: Person, channel: number): Promise<number> =>
      (await api.call(person, "POST", "/api/v1/join", { type: 1, channel })).body.chat.id,
    publish: async (person: Person, roomId: number, message: string): Promise<{ id: number; seq: number }> =>
      (await api.call(person, "POST", `/api/v1/publish/${roomId}`, { message })).body.message,
  };
}

export const offersOf = (found: readonly Found[]): number[] => found.map((room) => room.offer_id);
export const sortedOffersOf = (found: readonly Found[]): number[] => offersOf(found).toSorted((a, b) => a - b);

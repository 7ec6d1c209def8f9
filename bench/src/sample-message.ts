import type { ChatMessage } from "@cuplaj/protocol/events.ts";

export const SAMPLE_EVENT = "ChatMessage";

/** A public channel: broadcasts cost the same on all kinds of channels. */
export const SAMPLE_CHANNEL = "oferta.10001";

/** The event data of a real chat message (about 490 bytes), numbered by `sequence`. */
export function sampleMessage(sequence: number): string {
  const seq = sequence + 1;
  const event: ChatMessage = {
    message: {
      id: 1_000_000 + seq,
      room_id: 10_001,
      seq,
      client_id: "5f0c8a4e-2b1d-4c57-9a3e-7d6b1f20c9aa",
      timestamp: "2026-03-02T09:14:27.512Z",
      user: { id: 12, name: "Radu Marinescu" },
      message: "Bună ziua, am găsit plăcuțele de frână pentru Dacia Logan 2016: 185 lei, în stoc la București.",
      unread: true,
      messages_file: null,
      messages_actions: [],
      likes_total: 0,
      updated_seq: seq,
    },
    room: { id: 10_001, name: "oferta.10001", channel: "presence-oferta.10001", last_seq: seq, epoch: "m3k9x2q7" },
  };
  return JSON.stringify(event);
}

/** The number of an event; undefined if its data differs from `sampleMessage` in any byte. */
export function sampleSequence(data: string): number | undefined {
  const sequence = Number(/"seq":(\d+),/.exec(data)?.[1] ?? Number.NaN) - 1;
  return sampleMessage(sequence) === data ? sequence : undefined;
}

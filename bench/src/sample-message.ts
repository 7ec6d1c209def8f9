/** The event name that every bench publishes. */
export const SAMPLE_EVENT = "ChatMessage";

/** The channel that every bench subscribes to; a broadcast costs the same on channels of all kinds. */
export const SAMPLE_CHANNEL = "oferta.10001";

/** The data of event `sequence`: about 300 bytes, shaped like a chat message, every number different from the one before. */
export function sampleMessage(sequence: number): string {
  return JSON.stringify({
    seq: sequence,
    message: {
      id: 1_000_000 + sequence,
      room_id: 10_001,
      seq: sequence,
      user: { id: 12, name: "Radu Marinescu", kind: "erp" },
      text: "Bună ziua, am găsit plăcuțele de frână pentru Dacia Logan 2016: 185 lei, în stoc la București.",
      created_at: "2026-03-02T09:14:27.512Z",
      unread: true,
    },
  });
}

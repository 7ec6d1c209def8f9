export type ReceiverCommand = { readonly kind: "open" } | { readonly kind: "await"; readonly pushes: number };

/** The port, and how many browsers were pushed to since the last report, with the times of the first and last arrival, ms. */
export interface ReceiverReport {
  readonly port: number;
  readonly pushes: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

export interface LibraryCommand {
  readonly pushes: number;
}

export interface LibraryReport {
  readonly perSecond: number;
}

export const samplePayload = {
  v: 1,
  room: "oferta.99001",
  title: "Oferta 99001",
  author: "Agent 1",
  excerpt: "Bună ziua! Aveți plăcuțe de frână față pentru Octavia 2.0 TDI din 2014? Aștept o ofertă.",
  message_seq: 1,
  badge: 1,
  url: "/view/oferta.99001",
  language: "ro",
};

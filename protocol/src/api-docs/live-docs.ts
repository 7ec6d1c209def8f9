import { lookupIdsMax } from "../limits.ts";
import type { CallDocs } from "./call-doc.ts";

const signed = {
  auth: "4f1c2a9be07d:9f2d0f6b8c1e4a7d5b3c2e1f0a9d8c7b6e5f4a3d2c1b0e9f8a7d6c5b4e3f2a1d",
  channel_data: '{"user_id":"7","user_info":{"id":7,"name":"Ana Popescu","customer":true,"erp":false,"agent":false}}',
};

export const liveDocs = {
  authorizeChannel: {
    tag: "live",
    summary: "Sign a subscription",
    description:
      "What `channelAuthorization` of pusher-js asks, as a form or as JSON: a signature for one channel and one socket. Whether the person may subscribe is asked again when the signature is used.",
    permissions: ["rooms.view"],
    errors: { forbidden: "The channel is none of the caller's." },
    request: { body: { socket_id: "1234.5678", channel_name: "presence-oferta.10001" } },
    answers: { 200: { says: "The signature.", example: signed } },
  },
  authorizeChannels: {
    tag: "live",
    summary: "Sign many subscriptions",
    description: `The same for at most ${lookupIdsMax} channels in one call, for clients that subscribe to many rooms at once.`,
    permissions: [],
    request: { body: { socket_id: "1234.5678", channel_names: ["presence-oferta.10001", "private-user.9"] } },
    answers: {
      200: {
        says: "One entry for each channel that was asked for; null where it is none of the caller's.",
        example: { channels: { "presence-oferta.10001": signed, "private-user.9": null } },
      },
    },
  },
} satisfies Partial<CallDocs>;

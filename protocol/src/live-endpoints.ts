import { Type } from "typebox";
import { ChannelAuthorization, ChannelName, SocketId } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { lookupIdsMax } from "./limits.ts";
import { described, exampleOf, shape } from "./shape.ts";

export const liveEndpoints = {
  authorizeChannel: {
    method: "POST",
    path: "/api/broadcasting/auth",
    limit: "authorizeChannel",
    takesOneRoom: "own",
    summary: "Sign a subscription",
    description:
      "For `channelAuthorization` of pusher-js, as a form or as JSON: returns a signature for one channel and one socket. The right to subscribe is checked again when the signature is used.",
    permissions: ["rooms.view"],
    errors: { forbidden: "The caller may not subscribe to the channel." },
    body: Type.Object(
      { socket_id: SocketId, channel_name: ChannelName },
      { examples: [{ socket_id: "1234.5678", channel_name: "presence-oferta.10001" }] },
    ),
    answers: { 200: described(ChannelAuthorization, "The signature.") },
  },
  authorizeChannels: {
    method: "POST",
    path: "/api/broadcasting/auth/batch",
    limit: "authorizeChannel",
    takesOneRoom: "own",
    summary: "Sign many subscriptions",
    description: `Signs at most ${lookupIdsMax} channels in one call, for clients that subscribe to many rooms at once.`,
    body: Type.Object(
      {
        socket_id: SocketId,
        channel_names: Type.Array(ChannelName, { minItems: 1, maxItems: lookupIdsMax }),
      },
      { examples: [{ socket_id: "1234.5678", channel_names: ["presence-oferta.10001", "private-user.9"] }] },
    ),
    answers: {
      200: shape(
        "One entry per requested channel; null if the caller may not subscribe to it.",
        {
          channels: Type.Record(Type.String(), Type.Union([ChannelAuthorization, Type.Null()])),
        },
        { channels: { "presence-oferta.10001": exampleOf(ChannelAuthorization), "private-user.9": null } },
      ),
    },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;

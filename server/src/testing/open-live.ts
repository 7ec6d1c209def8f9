import { call } from "./http-calls.ts";
import { openRawSocket, type RawSocket } from "./raw-socket.ts";

/** Opens a socket that subscribes to the token owner's own channel. */
export async function openLive(url: string, token: string): Promise<RawSocket> {
  const { body } = await call(url, "/api/v1/settings");
  const { id } = (await call(url, "/api/v1/me", { token })).body["user"] as { id: number };
  const socket = await openRawSocket(`${url.replace("http", "ws")}/app/${String(body["pusher_key"])}`);
  const channel = `private-user.${id}`;
  const asked = { socket_id: socket.socketId, channel_name: channel };
  const signed = await call(url, "/api/broadcasting/auth", { token, body: asked });
  socket.send("pusher:subscribe", { channel, ...signed.body });
  await socket.frame(({ event }) => event === "pusher_internal:subscription_succeeded");
  return socket;
}

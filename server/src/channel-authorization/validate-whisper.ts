import { parseChannel, typingWhisper } from "@cuplaj/protocol/channels.ts";
import { TypingWhisper } from "@cuplaj/protocol/events.ts";
import { OnlineUser } from "@cuplaj/protocol/participant.ts";
import { Check } from "typebox/schema";
import type { ClientEvent, ClientEventVerdict } from "../realtime/realtime-options.ts";

const refuse = (message: string): ClientEventVerdict => ({ kind: "refuse", message });

/** LIVE-5: allows only typing whispers about the room of the channel. Replaces the name with the signed one and drops all other fields. */
export function validateWhisper({ channel, event, data, sender }: ClientEvent): ClientEventVerdict {
  if (event !== typingWhisper) return refuse(`Only ${typingWhisper} may be sent by clients`);
  if (parseChannel(channel)?.kind !== "room") return refuse("This channel takes no client events");
  if (!Check(TypingWhisper, data) || data.channel !== channel) return refuse(`${typingWhisper} is not in its shape`);
  if (sender === null || !Check(OnlineUser, sender.userInfo)) return refuse("The sender is not known on this channel");
  return { kind: "relay", data: { name: sender.userInfo.name, channel, user_id: sender.userId } };
}

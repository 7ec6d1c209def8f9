import type { ParsedChannel } from "@cuplaj/protocol/channels.ts";
import type { Asked } from "../calls/call-row.ts";
import type { AccessStage } from "./stage.ts";

type ChannelRow = Pick<Asked, "statuses"> & { readonly channel: string };

const nobodys = "401 403 403 403 403 403 403 403 403 403 403";

/** Lists one row per kind of channel, and some for unknown names. Statuses are in the order of `columns`. */
export function channelRows({ actors: { owner } }: AccessStage): readonly ChannelRow[] {
  const kinds: Readonly<Record<ParsedChannel["kind"], readonly ChannelRow[]>> = {
    room: [
      { channel: "presence-oferta.10001", statuses: "401 200 403 403 200 403 200 403 403 403 403" },
      { channel: "presence-oferta.10005", statuses: "401 403 200 403 403 403 403 403 403 403 403" },
      { channel: "presence-oferta.99999", statuses: nobodys },
    ],
    user: [
      { channel: `private-user.${owner.id}`, statuses: "401 200 403 403 403 403 403 403 403 403 403" },
      { channel: "private-user.987654", statuses: nobodys },
    ],
  };
  const unknown = ["oferta.10001", "private-oferta.10001", "presence-user.1", "private-cache-user.1"];
  return [...Object.values(kinds).flat(), ...unknown.map((channel) => ({ channel, statuses: nobodys }))];
}

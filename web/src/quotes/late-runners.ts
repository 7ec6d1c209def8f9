import { messageFromWire } from "../api/from-wire.ts";
import type { QuotesEffects } from "../state/messages/quotes-state.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";

export const lateRunners = ({ api: { call }, settle }: Outside): Runners<keyof QuotesEffects> => ({
  "call-quoted": ({ type: _call, ...name }) =>
    settle(
      call("listMessages", { params: { roomId: String(name.roomId), page: 1 }, query: { around_seq: name.seq } }),
      ({ data: { messages } }) => {
        const wire = messages.find(({ id }) => id === name.messageId);
        return { type: "quotes/loaded", ...name, message: wire ? messageFromWire(wire) : null };
      },
      (error) => ({ type: "quotes/failed", ...name, error }),
    ),
});

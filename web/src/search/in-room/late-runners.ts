import type { FoundRoom } from "@cuplaj/protocol/search.ts";
import type { FoundEffects } from "../../state/search/found-shape.ts";
import type { Outside } from "../../state/part.ts";
import type { Runners } from "../../state/shape.ts";

export const lateRunners = ({ api: { call }, settle }: Outside): Runners<keyof FoundEffects> => {
  let underWay = new AbortController();
  return {
    "call-found": ({ type: _call, ...question }) => {
      underWay.abort();
      const { signal } = (underWay = new AbortController());
      const { roomId, text, page } = question;
      settle(
        call("searchChats", { body: { search: text, page, room_id: roomId }, signal }),
        ({ chats: [room], more, partial }) => ({
          type: "found/page-loaded",
          ...question,
          seqs: seqsOf(room),
          hasMore: more,
          isPartial: partial,
        }),
        (error) => (signal.aborted ? null : { type: "found/failed", ...question, error }),
      );
    },
    "abort-found": () => underWay.abort(),
  };
};

const seqsOf = (room: FoundRoom | undefined): readonly number[] => room?.hits.map(({ seq }) => seq) ?? [];

import type { FoundRoom } from "@cuplaj/protocol/search.ts";
import type { Part } from "../part.ts";
import type { FoundCommands, FoundEffects, FoundEvents, FoundState } from "./found-shape.ts";
import { followRoom, foundHandlers, retryFound } from "./found-state.ts";
import { isMedia, wideScreen } from "../platform/use-media.ts";

/** What happens after something was found, and the search inside a conversation. */
export const foundPart: Part<FoundState, FoundEvents, FoundEffects, FoundCommands> = {
  initial: { found: null, foundLine: null },
  commands: (dispatch) => ({
    openHit: (hit) => dispatch({ type: "found/hit-opened", ...hit }),
    openLine: ({ query, ...line }) =>
      dispatch({ type: "found/line-opened", ...line, text: query, isWide: isMedia(wideScreen) }),
    searchRoom: (roomId) => dispatch({ type: "found/opened", roomId }),
    typeFound: (text) => dispatch({ type: "found/typed", text }),
    walkFound: (step, isInBar) => dispatch({ type: "found/walked", step, isInBar }),
    retryFound: () => dispatch({ type: "found/again-asked" }),
    closeFound: () => dispatch({ type: "found/closed" }),
  }),
  handlers: foundHandlers,
  follow: followRoom,
  retry: retryFound,
  run: ({ api: { call }, settle }) => {
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
  },
};

const seqsOf = (room: FoundRoom | undefined): readonly number[] => room?.hits.map(({ seq }) => seq) ?? [];

import type { Part } from "../state/part.ts";
import { me, ownerKey } from "../state/selectors.ts";
import { changed } from "../state/transition.ts";
import { saveUnreadStart, storedUnreadStarts } from "./stored-unread-starts.ts";
import type { UnreadStartsEffects, UnreadStartsEvents, UnreadStartsState } from "./unread-starts-shape.ts";

/** Where rooms' unread messages began. A slice of the first load: a room is opened by them (READ-3). */
export const unreadStartsPart: Part<UnreadStartsState, UnreadStartsEvents, UnreadStartsEffects> = {
  initial: { unreadStarts: {} },
  handlers: { "unread-starts/loaded": (state, { unreadStarts }) => changed({ ...state, unreadStarts }) },
  run: ({ store: { getState, dispatch } }) => {
    const ownerNow = (): string | null => {
      const person = me(getState());
      return person === null ? null : ownerKey(person);
    };
    return {
      "start-session": () => {
        const owner = ownerNow();
        if (owner !== null) dispatch({ type: "unread-starts/loaded", unreadStarts: storedUnreadStarts(owner) });
      },
      "save-unread-start": ({ roomId, seq }) => {
        const owner = ownerNow();
        if (owner !== null) saveUnreadStart(owner, roomId, seq);
      },
    };
  },
};

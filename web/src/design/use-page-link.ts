import type { MouseEvent } from "react";
import { useDispatch } from "../state/app-context.ts";

/** The attributes of a link to a path of ours: it goes there without a reload, or in a new tab as the browser does. */
export function usePageLink(path: string) {
  const dispatch = useDispatch();
  return {
    href: path,
    onClick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      dispatch({ type: "address/asked", path });
    },
  };
}

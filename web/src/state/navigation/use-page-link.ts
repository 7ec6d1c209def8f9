import type { MouseEvent } from "react";
import { useDispatch } from "../app-context.ts";

/** Attributes of a link to one of our paths: navigates without a reload, or opens a new tab on modified clicks. */
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

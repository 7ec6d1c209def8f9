import { isFramed } from "@cuplaj/protocol/framed-address.ts";

/** EMB-5: whether the page stands in a host's frame, as its address says. */
export const isInFrame = (): boolean => window.parent !== window && isFramed(location.search);

/** EMB-5: a path of ours as an address of the frame. */
export const framedPath = (path: string): string =>
  isFramed(path) ? path : `${path}${path.includes("?") ? "&" : "?"}embed=1`;

/** EMB-5: whether the page stands in a host's frame, as its address says. */
export const isInFrame = (): boolean => window.parent !== window && /[?&]embed=1(?:&|$)/.test(location.search);

/** EMB-5a: a path of ours as an address of the frame. */
export const framedPath = (path: string): string =>
  /[?&]embed=1(?:&|$)/.test(path) ? path : `${path}${path.includes("?") ? "&" : "?"}embed=1`;

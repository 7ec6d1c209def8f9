/** EMB-1, EMB-5: whether an address is a frame's. Server and page read it alike: one that stands in frames behaves as in a frame. */
export const isFramed = (address: string): boolean => /[?&]embed=1(?:&|$)/.test(address);

/** EMB-1, EMB-5: whether a path and query ask for the embedded page (`embed=1`). Server and page use the same test. */
export const isFramed = (address: string): boolean => /[?&]embed=1(?:&|$)/.test(address);

/** EMB-1, EMB-5: whether a path and query request the embedded page (`embed=1`). Server and page share this test. */
export const isFramed = (address: string): boolean => /[?&]embed=1(?:&|$)/.test(address);

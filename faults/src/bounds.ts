/** Limits on memory and time that the runs enforce; 1 MB is 10^6 bytes. */
export const bounds = {
  /** SEC-12: the most that a run may leave behind `afterMs` after its clients have left. */
  leftovers: {
    afterMs: 10_000,
    /** The larger of these two limits applies. */
    heapShare: 0.1,
    heapBytes: 10_000_000,
    /** Connections to PostgreSQL, Redis and the mail relay vary with the load, but more than the pools' maxima (12 and 5) are a leak. */
    poolConnections: 17,
  },
  slowReaders: { growthMib: 100, slowdown: 2 },
  hostile: { growthBytes: 200_000_000, slowdown: 2 },
  /** AUTH-3: by how much password guessing may slow down people who know their password, and how many guesses get through. */
  signIn: {
    slowdown: 3,
    failuresPerAddress: 30,
    failuresPerName: 30,
    /** How long signing in from a known address may take while the name is under siege, ms. */
    knownMsMax: 3000,
    /** The same from an unknown address, ms: a second for each of 50 attackers and for the known addresses, and some margin. */
    unknownMsMax: 80_000,
    /** By what share two medians may differ before a stranger could tell which is which. */
    alikeShare: 0.2,
  },
  /** Percentiles of the same machine that differ by no more than this count as equal, ms. */
  noiseMs: 2,
} as const;

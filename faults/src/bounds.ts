/** Limits on memory and time that the runs enforce; 1 MB is 10^6 bytes. */
export const bounds = {
  /** SEC-12: what a run may leave behind `afterMs` after its clients have left. */
  leftovers: {
    afterMs: 10_000,
    /** The greater of these two applies. */
    heapShare: 0.1,
    heapBytes: 10_000_000,
    /** Connections to PostgreSQL and Redis vary with the load; more than the pool's maximum is a leak. */
    databaseConnections: 12,
  },
  slowReaders: { growthMib: 100, slowdown: 2 },
  hostile: { growthBytes: 200_000_000, slowdown: 2 },
  /** AUTH-3: how much password guessing may slow down people who know their password, and how many guesses get through. */
  signIn: {
    slowdown: 3,
    failuresPerAddress: 30,
    failuresPerName: 30,
    /** How long a known address may take to sign in while its name is under siege. */
    knownMsMax: 3000,
    /** The same from an unknown address: one second each for 50 attackers and for the known addresses, and some margin. */
    unknownMsMax: 80_000,
    /** How far two medians may differ if a stranger must not be able to tell them apart. */
    alikeShare: 0.2,
  },
  /** Percentiles of the same machine that are this close count as equal, ms. */
  noiseMs: 2,
} as const;

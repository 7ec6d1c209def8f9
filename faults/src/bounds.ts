/** Limits on memory and time that the runs enforce; 1 MB is 10^6 bytes. */
export const bounds = {
  /** SEC-12: what a run may leave behind `afterMs` after its clients left. */
  leftovers: {
    afterMs: 10_000,
    /** The greater of the two applies. */
    heapShare: 0.1,
    heapBytes: 10_000_000,
    /** Connections to PostgreSQL and Redis vary with the load; more than the pool's maximum is a leak. */
    databaseConnections: 12,
  },
  slowReaders: { growthMib: 100, slowdown: 2 },
  hostile: { growthBytes: 200_000_000, slowdown: 2 },
  /** AUTH-3: what password guessing may cost people who know theirs, and how many guesses get through. */
  signIn: {
    slowdown: 3,
    failuresPerAddress: 30,
    failuresPerName: 30,
    /** Time for a known address to sign in while its name is under siege. */
    knownMsMax: 3000,
    /** The same from an unknown address: one second for each of 50 attackers and for the known addresses, with some margin. */
    unknownMsMax: 80_000,
    /** Largest difference between two medians that a stranger must not be able to tell apart. */
    alikeShare: 0.2,
  },
  /** Percentiles of one machine within this distance (ms) count as equal. */
  noiseMs: 2,
} as const;

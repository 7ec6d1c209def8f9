/** What the runs hold the product to in memory and in time; a MB is 10^6 bytes. */
export const bounds = {
  /** SEC-12: what a run leaves behind, so long after its clients left. */
  leftovers: {
    afterMs: 10_000,
    /** Whichever of the two is more. */
    heapShare: 0.1,
    heapBytes: 10_000_000,
    /** Connections to PostgreSQL and Redis come and go with the load; one more than the pool's most are a leak. */
    databaseConnections: 12,
  },
  /** LIVE-7: what readers that do not read may cost the server, and everybody else. */
  slowReaders: { growthMib: 100, slowdown: 2 },
  /** What hostile sockets or a hostile customer may cost the server, and everybody else. */
  hostile: { growthBytes: 200_000_000, slowdown: 2 },
  /** What guessing may cost those who know their passwords, and how far it comes (AUTH-3). */
  signIn: {
    slowdown: 3,
    failuresPerAddress: 30,
    failuresPerName: 30,
    /** Whoever signed in before from the same address gets through a siege of the name within this time. */
    knownMsMax: 3000,
    /** And from elsewhere within this one: a turn of a second for each of the 50 who besiege it and for the known ones, and some. */
    unknownMsMax: 80_000,
    /** Two medians of what must look the same to a stranger are no further apart. */
    alikeShare: 0.2,
  },
  /** Two percentiles of one machine that are no further apart (ms) do not differ. */
  noiseMs: 2,
} as const;

// Loaded into every measured server before its own code. Several rounds, a little apart, since what finalizers
// free is only collected by the next round.
process.on("SIGUSR2", () => {
  for (const delayMs of [0, 250, 500, 750]) {
    setTimeout(() => globalThis.gc?.(), delayMs);
  }
});

// Preloaded into every measured server. Collects garbage several times, since memory freed by finalizers is collected only in the next round.
process.on("SIGUSR2", () => {
  for (const delayMs of [0, 250, 500, 750]) {
    setTimeout(() => globalThis.gc?.(), delayMs);
  }
});

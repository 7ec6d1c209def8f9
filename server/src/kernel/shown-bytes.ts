const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** A size for people, such as `1.2 GB`. */
export function shownBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

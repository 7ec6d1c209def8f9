/** Header of API responses while no file can be stored (OPS-6a). Messages without files work. */
export const storageHeader = "cuplaj-storage";

export const storageTroubles = ["away", "full"] as const;
export type StorageTrouble = (typeof storageTroubles)[number];

/** Null if the value is absent or unknown. */
export const readStorageTrouble = (value: unknown): StorageTrouble | null =>
  storageTroubles.find((trouble) => trouble === value) ?? null;

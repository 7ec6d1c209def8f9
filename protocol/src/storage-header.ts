/** Header of API responses while no file can be stored (OPS-6a). Messages without files work. */
export const storageHeader = "cuplaj-storage";

export const storageTroubles = ["away", "full"] as const;
export type StorageTrouble = (typeof storageTroubles)[number];

/** Reads the header's value; null if it is absent or unknown. */
export const readStorageTrouble = (text: string | null): StorageTrouble | null =>
  storageTroubles.find((trouble) => trouble === text) ?? null;

import { openDiskLocation } from "./disk-storage.ts";
import { type StorageAddress, usualWorkFolder } from "./storage-address.ts";
import type { StorageLocation } from "./storage-location.ts";

export async function openLocation(address: StorageAddress, dataDir: string): Promise<StorageLocation> {
  if (address.kind === "disk") return await openDiskLocation(address.folder);
  const { openS3Location } = await import("./s3-storage.ts");
  return await openS3Location(address, usualWorkFolder(dataDir));
}

import { readStorageUrl } from "../files/storage/storage-address.ts";
import { type ReadSetting, secret, wholeNumber } from "./settings.ts";

const url = secret(
  "an address such as file:/srv/cuplaj-files or s3://bucket/prefix?endpoint=https://s3.example.ro&region=eu-central-1",
  (given) => readStorageUrl(given, "/") !== null,
);
const [personBytesUsual, bytesMax] = [2 * 1024 ** 3, 10 ** 15 - 1];

export function readStorage(read: ReadSetting) {
  return {
    /** MSG-3u: Null to use the address in the database. */
    storageUrl: read("STORAGE_URL", url),
    /** MSG-3s: Most bytes of files, per person and in total. */
    quota: {
      perPersonMax: read("STORAGE_BYTES_PER_PERSON_MAX", wholeNumber(0, bytesMax, personBytesUsual)),
      installationMax: read("STORAGE_BYTES_MAX", wholeNumber(0, bytesMax, null)),
    },
  };
}

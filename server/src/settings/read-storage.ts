import { uploadBytesMax, uploadBytesUsualMax } from "@cuplaj/protocol/limits.ts";
import { readStorageUrl } from "../files/storage/storage-address.ts";
import { fileCheckCommand } from "./file-check-command.ts";
import { type ReadSetting, secret, wholeNumber } from "./settings.ts";

const url = secret(
  "an address such as file:/srv/cuplaj-files or s3://bucket/prefix?endpoint=https://s3.example.ro&region=eu-central-1",
  (given) => readStorageUrl(given, "/") !== null,
);
const [personBytesUsual, bytesMax] = [2 * 1024 ** 3, 10 ** 15 - 1];

/** Where files are stored, how large they may be, and which program checks them. */
export function readStorage(read: ReadSetting) {
  return {
    /** MSG-3u: null means that the address in the database applies. */
    storageUrl: read(
      "STORAGE_URL",
      url,
      "Where files are stored; unset, where the database remembers, initially `file:files` in `DATA_DIR`.",
    ),
    quota: {
      perPersonMax: read(
        "STORAGE_BYTES_PER_PERSON_MAX",
        wholeNumber(0, bytesMax, personBytesUsual, "bytes"),
        "Quota of one person's files.",
      ),
      installationMax: read(
        "STORAGE_BYTES_MAX",
        wholeNumber(0, bytesMax, null, "bytes"),
        "Quota of all files; unset, unlimited.",
      ),
    },
    uploadBytesMax: read(
      "UPLOAD_BYTES_MAX",
      wholeNumber(1024, uploadBytesMax, uploadBytesUsualMax, "bytes"),
      "Largest file accepted.",
    ),
    /** MSG-3f: the program and arguments that check every file; null if unset. */
    fileCheckCommand: read(
      "FILE_CHECK_COMMAND",
      fileCheckCommand,
      "Scans each file before it is published; exit code 0 is clean, 1 infected.",
    ),
  };
}

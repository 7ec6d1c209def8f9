import { uploadBytesUsualMax } from "@cuplaj/protocol/limits.ts";
import { PublicSettings } from "@cuplaj/protocol/public-settings.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";

/** The documented example, so that a new setting needs no line here; without what would change other tests. */
export const testSettings: PublicSettings = {
  ...exampleOf(PublicSettings),
  ...{ version: "0.0.0", pusher_key: "key", vapid_public_key: "", embed_origins: [] },
  upload_bytes_max: uploadBytesUsualMax,
};

import { PublicSettings } from "@cuplaj/protocol/public-settings.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { settingsFromWire } from "../public-settings/settings-part.ts";

/** The documented example; a new setting needs a line here only if its example would change other tests. */
export const publicSettings: PublicSettings = {
  ...exampleOf(PublicSettings),
  ...{ version: "1", pusher_key: "app-key", wss_port: null, vapid_public_key: "", embed_origins: [] },
  register_text: {
    ro: "Contul ți-l face cine se ocupă de ofertele tale.",
    en: "Whoever handles your offers makes it.",
  },
  forgotten_password_text: { ro: "", en: "" },
};

export const loadedSettings = settingsFromWire(publicSettings);

import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { deviceStorage } from "../platform/storage/device-storage.ts";

const languageKey = "language";

/** The language chosen on this device, else Romanian (LANG-1). */
export const storedLanguage = (): LanguageCode => (deviceStorage.get(languageKey) === "en" ? "en" : "ro");

export const saveLanguage = (language: LanguageCode): void => deviceStorage.set(languageKey, language);

/** `npm run settings` writes `docs/settings.md` from the server's settings. */
import { writeFileSync } from "node:fs";
import path from "node:path";

import { SETTINGS_PAGE, writeSettingsPage } from "./settings-page.mjs";

writeFileSync(path.resolve(import.meta.dirname, "..", SETTINGS_PAGE), writeSettingsPage());

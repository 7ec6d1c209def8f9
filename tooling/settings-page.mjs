import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { listSettings } from "../server/src/settings/config.ts";

export const SETTINGS_PAGE = "docs/settings.md";

const HEAD = `For operators: every setting of the server.

# Settings

Settings are environment variables, or lines of \`.env\` in the working folder; the environment wins. Empty means unset; numbers are whole. An
invalid setting, or one that lacks another it needs, aborts startup with a message naming it. \`npm run settings\` writes this page from
\`server/src/settings/\`.

| setting | default | allowed | meaning |
|---|---|---|---|
`;

export const writeSettingsPage = (settings = listSettings()) =>
  HEAD +
  settings
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, kind: { fallback, unit = "", allowed }, meaning }) => {
      const cells = [`\`${name}\``, defaultCell(fallback), allowedCell(allowed, unit), meaning];
      return `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |\n`;
    })
    .join("");

/** @param {string} allowed @param {string} unit */
const allowedCell = (allowed, unit) =>
  `${allowed.replace(/^(?:a whole number from|a text of|one of) /, "")} ${unit}`.trim();

/** @param {unknown} fallback */
const defaultCell = (fallback) =>
  typeof fallback === "string" || typeof fallback === "number" ? `\`${fallback}\`` : "unset";

/** Reports a settings page that does not match the settings. @param {string} root */
export function checkSettingsPage(root, settings = listSettings()) {
  const file = path.join(root, SETTINGS_PAGE);
  const isCurrent = existsSync(file) && readFileSync(file, "utf8") === writeSettingsPage(settings);
  return isCurrent ? [] : [`${SETTINGS_PAGE} is stale: run npm run settings`];
}

/** The original words, in Romanian (LANG-1). ICU plurals: one, few, other. */
export const ro = {
  app: { tagline: "Discuții pe oferte de piese auto", version: "Versiunea {version}" },
  nav: { openOutside: "Deschide în fereastră nouă" },
} as const;

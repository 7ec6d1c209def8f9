export const ro = {
  app: { tagline: "Discuții pe oferte de piese auto", version: "Versiunea {version}" },
  nav: { openOutside: "Deschide în fereastră nouă" },
} as const;

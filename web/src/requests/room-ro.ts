export const ro = {
  requests: {
    withdraw: "Retrage cererea",
    close: "Închide cererea…",
    reopen: "Redeschide",
  },
} as const;

export const ro = { silence: { mark: "la tăcere" } } as const;

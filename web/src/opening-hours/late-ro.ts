export const ro = {
  openingHours: {
    isOpen: "Acum: deschis",
    isClosed: "Acum: închis",
    opens: "Acum: închis; deschide {day} la {time}",
  },
} as const;

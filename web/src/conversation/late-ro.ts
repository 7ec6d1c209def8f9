export const ro = {
  messages: {
    noAccess: "Nu mai ai acces la discuția aceasta.",
    wasOut: "Nu erai în discuție când a plecat. Acum îl poți retrimite.",
    notAccepted: "Serverul nu primește textul acesta. Modifică-l și trimite-l din nou.",
  },
} as const;

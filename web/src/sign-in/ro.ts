/** The words of this slice in Romanian, the language they are first written in (LANG-1). ICU messages: one, few, other. */
export const ro = {
  signIn: {
    title: "Autentificare",
    erpTitle: "Autentificare ERP",
    username: "Utilizator",
    password: "Parolă",
    showPassword: "Arată parola",
    hidePassword: "Ascunde parola",
    submit: "Intră în cont",
    submitting: "Se verifică…",
    usernameMissing: "Scrie numele de utilizator.",
    passwordMissing: "Scrie parola.",
    toErp: "Lucrezi în ERP? Intră pe aici",
    toCustomers: "Ești client sau agent? Intră pe aici",
    demoTitle: "Conturi demo",
    demoHint: "Alege un cont și intri direct. Parola tuturor este „demo”.",
    signedOutElsewhere: "Ai ieșit din cont în altă filă.",
    sessionEnded: "Sesiunea a expirat. Intră din nou în cont.",
  },
  logout: {
    title: "Ieși din cont?",
    signedInAs: "Ești în cont ca",
    drafts: "Dacă ieși, ciornele tale de aici se șterg.",
    stay: "Rămân",
    leave: "Ies din cont",
    leaving: "Se iese…",
  },
} as const;

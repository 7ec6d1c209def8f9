/** The Romanian texts, the default. Every other language has exactly these keys (checked by its type). */
export const ro = {
  errors: {
    malformed: "Cererea nu a putut fi citită.",
    unauthenticated: "Sesiunea a expirat. Intră din nou în cont.",
    forbidden: "Nu ai dreptul să faci asta.",
    not_found: "Nu am găsit ce ai cerut.",
    method_not_allowed: "Eroare neprevazuta",
    conflict: "Altcineva a fost mai rapid. Reîncarcă și încearcă din nou.",
    too_large: "Mesajul este prea lung.",
    unsupported_type: "Tipul acesta nu este acceptat.",
    invalid: "Ce ai scris nu este valid.",
    invalid_credentials: "Utilizatorul sau parola nu se potrivesc.",
    too_many_requests: "Prea multe încercări. Așteaptă puțin și încearcă din nou.",
    unexpected: "Eroare neprevazuta",
    unavailable: "Serverul nu este disponibil acum. Încearcă din nou în scurt timp.",
    offline: "Fără conexiune la server. Verifică internetul și încearcă din nou.",
    timeout: "Serverul nu a răspuns la timp. Încearcă din nou.",
  },
  alerts: {
    roomUnknown: "Conversația nu există sau nu ai acces la ea.",
    joinRefused: "Nu te poți alătura acestei conversații.",
    callFailed: "Nu a mers. Încearcă din nou.",
    offline: "Fără conexiune.",
    signedOutElsewhere: "Ai ieșit din cont în altă filă.",
    sessionEnded: "Sesiunea s-a încheiat. Intră din nou în cont.",
    copied: "Copiat.",
  },
};

/** The texts of one language. */
export type Messages = typeof ro;

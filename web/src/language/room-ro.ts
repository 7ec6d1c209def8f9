export const ro = {
  theme: { label: "Temă", light: "Luminoasă", dark: "Întunecată", system: "Ca în sistem" },
  language: { label: "Limbă", ro: "Română", en: "English" },
  errors: {
    malformed: "Serverul nu a înțeles cererea. Reîncarcă pagina și încearcă din nou.",
    unauthenticated: "Sesiunea a expirat. Intră din nou în cont.",
    forbidden: "Nu ai voie să faci asta.",
    password_change_required: "Parola ta e temporară. Alege întâi alta.",
    second_factor_required: "Mai e un pas.",
    proof_required: "Confirmă întâi că ești tu: scrie parola încă o dată.",
    second_factor_refused: "Codul nu e bun.",
    invitation_ended:
      "Invitația nu mai e valabilă. Dacă ți-ai ales deja parola, intră în cont cu ea; altfel cere alta administratorului.",
    not_found: "Nu am găsit ce ai cerut.",
    version_conflict: "Oferta s-a schimbat între timp. Uită-te încă o dată la ea.",
    already_taken_over: "Altcineva a preluat deja discuția.",
    conflict: "Altcineva a fost mai rapid. Încearcă din nou.",
    too_large: "E prea mare pentru un singur mesaj.",
    unsupported_type: "Tipul acesta nu e acceptat.",
    invalid: "Ce ai scris nu e valid. Verifică și încearcă din nou.",
    invalid_credentials: "Utilizator sau parolă greșită.",
    too_many_requests: "Prea multe încercări. Așteaptă puțin și încearcă din nou.",
    infected: "Fișierul conține ceva dăunător și nu a fost trimis.",
    storage_full:
      "Nu mai este loc pentru fișiere pe server. Textul se poate trimite în continuare; spune-i administratorului.",
    embed_token_refused: "Pagina nu te-a putut autentifica. Încarcă pagina din nou sau autentifică-te aici.",
    push_endpoint_refused: "Notificările acestui browser nu pot fi trimise de aici.",
    quota_full: "Ai ajuns la limita de spațiu pentru fișierele tale. Textul se poate trimite în continuare.",
    unexpected: "Eroare neprevazuta",
    unavailable: "Serverul nu răspunde acum. Nu s-a pierdut nimic; încearcă din nou peste puțin.",
    offline: "Fără conexiune la server. Verifică internetul și încearcă din nou.",
    timeout: "Serverul nu a răspuns. Verifică internetul și încearcă din nou.",
    waitSeconds:
      "Prea multe încercări. Așteaptă {seconds, plural, one {o secundă} few {# secunde} other {# de secunde}} și încearcă din nou.",
    waitOver: "Acum poți încerca din nou.",
  },
} as const;

type LanguageWords = typeof ro;
declare module "../state/shape.ts" {
  interface Words extends LanguageWords {}
}

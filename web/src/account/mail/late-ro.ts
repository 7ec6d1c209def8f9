export const ro = {
  mail: {
    title: "E-mail",
    hint: "Mesajele la care nu ajungi îți vin aici după câteva minute, câte un e-mail de discuție.",
    address: "Adresa ta de e-mail",
    save: "Salvează adresa",
    saving: "Se salvează…",
    remove: "Șterge adresa",
    wrong: "Scrie o adresă de e-mail întreagă.",
    pending: "Ți-am trimis un e-mail la {address}. Apasă legătura din el ca să confirmi adresa.",
    again: "Trimite din nou",
    cancel: "Renunță la schimbare",
    bounced: "E-mailul trimis la {address} s-a întors. Verifică adresa sau scrie alta.",
    wanted: "Trimite-mi pe e-mail mesajele necitite",
    loading: "Se încarcă…",
    failed: "Adresa de e-mail nu s-a încărcat",
    tooSoon: "Abia ți-am trimis un e-mail. Mai încearcă peste un minut.",
    confirmTitle: "Confirmă adresa de e-mail",
    confirmText: "Apasă ca să primești la adresa aceasta mesajele necitite.",
    confirm: "Confirmă adresa",
    confirmed: "Adresa {address} este confirmată.",
    stopTitle: "Oprește e-mailurile",
    stopText: "Nu vei mai primi pe e-mail mesajele necitite. Le poți porni la loc din „Contul tău”.",
    stop: "Oprește e-mailurile",
    stopped: "Nu îți mai trimitem e-mailuri. Le poți porni la loc din „Contul tău”.",
    openTitle: "Discuția ta",
    openText: "Legătura din e-mail merge o singură dată și deschide doar discuția aceasta, pe dispozitivul de față.",
    open: "Deschide discuția",
    openSignedIn: "Ești deja conectat ca {name}. Deschide discuția cu contul tău.",
    ended: "Legătura a fost folosită sau a expirat.",
    toPage: "Mergi la Cuplaj",
    toSignIn: "Intră cu parola",
    onlyRoom: "Ești aici printr-o legătură din e-mail și vezi doar discuția aceasta.",
    wholeAccount: "Intră în tot contul",
    closeRoom: "Închide discuția",
  },
} as const;

type MailWords = typeof ro;
declare module "../../state/shape.ts" {
  interface Words extends MailWords {}
}

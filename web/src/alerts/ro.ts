export const ro = {
  alerts: {
    label: "Mesajele aplicației",
    dismiss: "Închide mesajul",
    undo: "Anulează",
    open: "Deschide",
    copy: "Copiază",
    messageNotSent: "Un mesaj nu a fost trimis:",
    copied: "Copiat.",
    workerFailed: "Pe dispozitivul acesta Cuplaj nu va merge fără internet.",
    codeMissing: "O parte din aplicație nu s-a încărcat. Reîncarcă pagina.",
    details: "Detalii",
  },
} as const;

type AlertsWords = typeof ro;
declare module "../state/shape.ts" {
  interface Words extends AlertsWords {}
}

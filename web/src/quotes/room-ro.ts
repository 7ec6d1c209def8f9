export const ro = {
  quotes: {
    reply: "Răspunde",
    replyTo: "Răspunzi lui {name}",
    replyToOwn: "Răspunzi la mesajul tău",
    end: "Renunță la răspuns",
    gone: "Mesajul citat a fost șters.",
    back: "Înapoi",
    follow: "Arată mesajul citat",
    deleted: "Mesaj șters",
    you: "Tu",
  },
} as const;

type QuotesWords = typeof ro;
declare module "../state/shape.ts" {
  interface Words extends QuotesWords {}
}

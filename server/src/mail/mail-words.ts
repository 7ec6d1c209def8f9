import type { LanguageCode } from "@cuplaj/protocol/participant.ts";

interface Words {
  readonly room: (name: string) => string;
  readonly subject: (room: string, author: string | null) => string;
  readonly greeting: (name: string) => string;
  readonly unread: (total: number, room: string) => string;
  readonly earlier: (total: number) => string;
  readonly file: string;
  readonly open: string;
  readonly once: string;
  readonly reply: string;
  readonly stop: string;
  readonly confirmSubject: string;
  readonly confirm: string;
  readonly confirmLink: string;
  readonly notYou: string;
}

export const mailWords: Readonly<Record<LanguageCode, Words>> = {
  ro: {
    room: (name) => name.replace("oferta.", "oferta ").replace("cerere.", "cererea "),
    subject: (room, author) => (author === null ? `Mesaj nou la ${room}` : `${author} ți-a scris la ${room}`),
    greeting: (name) => `Bună, ${name}!`,
    unread: (total, room) =>
      total === 1
        ? `Ai un mesaj necitit la ${room}:`
        : `Ai ${total}${total % 100 < 20 && total % 100 > 0 ? "" : " de"} mesaje necitite la ${room}:`,
    earlier: (total) => (total === 1 ? "… și încă unul mai vechi" : `… și încă ${total} mai vechi`),
    file: "Fișier",
    open: "Deschide discuția",
    once: "Legătura merge o singură dată, timp de 30 de zile, și deschide doar discuția aceasta. Nu o da altcuiva.",
    reply: "Poți răspunde și direct la acest e-mail.",
    stop: "Nu mai vreau aceste e-mailuri",
    confirmSubject: "Confirmă adresa de e-mail",
    confirm: "Ca să primești pe e-mail mesajele necitite, confirmă adresa:",
    confirmLink: "Confirmă adresa",
    notYou: "Legătura este valabilă 72 de ore. Dacă nu ai cerut-o tu, nu face nimic.",
  },
  en: {
    room: (name) => name.replace("oferta.", "offer ").replace("cerere.", "request "),
    subject: (room, author) => (author === null ? `New message about ${room}` : `${author} wrote to you about ${room}`),
    greeting: (name) => `Hello ${name},`,
    unread: (total, room) =>
      total === 1 ? `You have an unread message about ${room}:` : `You have ${total} unread messages about ${room}:`,
    earlier: (total) => (total === 1 ? "… and one earlier message" : `… and ${total} earlier messages`),
    file: "File",
    open: "Open the conversation",
    once: "The link works once, within 30 days, and opens only this conversation. Do not pass it on.",
    reply: "You can also reply to this e-mail.",
    stop: "Stop these e-mails",
    confirmSubject: "Confirm your e-mail address",
    confirm: "To get unread messages by e-mail, confirm your address:",
    confirmLink: "Confirm the address",
    notYou: "The link is valid for 72 hours. If you did not ask for it, ignore this e-mail.",
  },
};

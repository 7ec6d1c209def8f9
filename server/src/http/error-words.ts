import type { ErrorCode } from "@cuplaj/protocol/errors.ts";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { FieldProblem } from "../kernel/outcome.ts";

type Words = Readonly<Record<LanguageCode, string>>;

/** ERR-1: the message of unexpected errors is prescribed by the specification (LANG-2). */
export const errorWords: Readonly<Record<ErrorCode, Words>> = {
  malformed: { ro: "Cererea nu poate fi citită.", en: "The request cannot be read." },
  unauthenticated: { ro: "Autentifică-te ca să continui.", en: "Sign in to continue." },
  forbidden: { ro: "Nu ai dreptul să faci asta.", en: "You are not permitted to do this." },
  password_change_required: {
    ro: "Parola ta este temporară. Alege întâi alta.",
    en: "Your password is a temporary one. Choose another first.",
  },
  second_factor_required: {
    ro: "Mai e un pas până intri în cont: codul din aplicația de pe telefon.",
    en: "One step is left until you are signed in: the code from the app on your phone.",
  },
  proof_required: {
    ro: "Confirmă întâi că ești tu: scrie parola încă o dată.",
    en: "Confirm that it is you first: type your password again.",
  },
  not_found: { ro: "Nu am găsit ce ai cerut.", en: "What you asked for was not found." },
  conflict: { ro: "Altcineva a fost mai rapid.", en: "Somebody else was faster." },
  already_taken_over: {
    ro: "Altcineva a preluat deja discuția.",
    en: "Somebody else has already taken this conversation over.",
  },
  version_conflict: {
    ro: "Oferta s-a schimbat între timp.",
    en: "The offer has changed meanwhile.",
  },
  too_large: { ro: "Conținutul trimis este prea mare.", en: "What you sent is too large." },
  unsupported_type: { ro: "Tipul de conținut nu este acceptat.", en: "This type of content is not accepted." },
  invalid: { ro: "Unele valori nu sunt valide.", en: "Some values are not valid." },
  invalid_credentials: {
    ro: "Utilizatorul sau parola nu sunt corecte.",
    en: "The username or password is not correct.",
  },
  too_many_requests: {
    ro: "Prea multe cereri. Încearcă din nou peste puțin timp.",
    en: "Too many requests. Try again in a little while.",
  },
  second_factor_refused: {
    ro: "Codul nu e bun. Scrie codul care se vede acum în aplicație.",
    en: "The code is not right. Enter the one that the app shows now.",
  },
  invitation_ended: {
    ro: "Invitația nu mai este valabilă. Cere alta de la administrator.",
    en: "The invitation is no longer valid. Ask your administrator for another.",
  },
  embed_token_refused: {
    ro: "Pagina nu te-a putut autentifica. Încarcă pagina din nou sau autentifică-te aici.",
    en: "The page could not sign you in. Load the page again or sign in here.",
  },
  push_endpoint_refused: {
    ro: "Notificările acestui browser nu pot fi trimise de aici.",
    en: "Notifications cannot be sent to this browser from here.",
  },
  infected: {
    ro: "Fișierul conține ceva dăunător și nu a fost trimis.",
    en: "The file contains something harmful and was not sent.",
  },
  storage_full: {
    ro: "Nu mai este loc pentru fișiere. Spune-i administratorului; textul se poate trimite în continuare.",
    en: "There is no room left for files. Tell your administrator; text can still be sent.",
  },
  quota_full: {
    ro: "Ai ajuns la limita de spațiu pentru fișierele tale. Textul se poate trimite în continuare.",
    en: "You have reached the limit of space for your files. Text can still be sent.",
  },
  unexpected: { ro: "Eroare neprevazuta", en: "Unknown error" },
  unavailable: {
    ro: "Serviciul nu este disponibil acum. Încearcă din nou peste câteva secunde.",
    en: "The service is not available right now. Try again in a few seconds.",
  },
};

export const fieldWords: Readonly<Record<FieldProblem, Words>> = {
  required: { ro: "Lipsește.", en: "Is missing." },
  wrong_type: { ro: "Nu are tipul așteptat.", en: "Is not of the expected type." },
  empty: { ro: "Nu poate fi gol.", en: "Cannot be empty." },
  too_short: { ro: "Este prea scurt.", en: "Is too short." },
  too_long: { ro: "Este prea lung.", en: "Is too long." },
  too_many: { ro: "Sunt prea multe valori.", en: "Has too many values." },
  out_of_range: { ro: "Este în afara limitelor.", en: "Is out of range." },
  not_digits: { ro: "Trebuie să conțină doar cifre.", en: "Must contain digits only." },
  not_text: { ro: "Conține caractere care nu pot fi păstrate.", en: "Contains characters that cannot be stored." },
  not_valid: { ro: "Nu este valid.", en: "Is not valid." },
  not_decided: { ro: "Clientul nu a decis așa.", en: "The customer has not decided so." },
};

/** ERR-1: the language of a response, from `Content-Language`: English if that begins with English, otherwise Romanian. */
export function languageOf(header: string | string[] | undefined): LanguageCode {
  const first = Array.isArray(header) ? header[0] : header;
  return first !== undefined && /^en(?:$|[-_,;\s])/iu.test(first.trim()) ? "en" : "ro";
}

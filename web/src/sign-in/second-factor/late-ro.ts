/** The original words of the second factor, in Romanian (LANG-1): they come with it. */
export const ro = {
  twoFactor: {
    enrolTitle: "Pregătește codul din telefon",
    enrolWhy: "Pe lângă parolă, contul tău cere un cod din telefon. Îl pregătești o singură dată.",
    preparing: "Se pregătește codul…",
    scan: "Deschide pe telefon o aplicație de coduri, cum ar fi Google Authenticator sau Microsoft Authenticator, și scanează pătratul.",
    qr: "Cod QR pentru aplicația de coduri",
    byHand: "Dacă nu îl poți scana, scrie în aplicație cheia:",
    onPhone: "Ești chiar pe telefon? Deschide aplicația",
    code: "Codul din aplicație",
    codeHint: "Șase cifre, care se schimbă la fiecare 30 de secunde.",
    confirm: "Confirmă codul",
    busy: "Se verifică…",
    giveTitle: "Codul din telefon",
    giveWhy: "Parola e bună. Scrie și codul pe care îl arată acum aplicația de coduri.",
    recoveryWhy: "Parola e bună. Scrie și unul dintre codurile tale de rezervă.",
    give: "Intră în cont",
    toRecovery: "Nu am telefonul la mine",
    toCode: "Am telefonul la mine",
    recovery: "Cod de rezervă",
    recoveryHint: "Unul dintre cele zece păstrate când ai pregătit telefonul. Merge o singură dată.",
    lost: "Ai pierdut și telefonul, și codurile de rezervă? Spune-i administratorului: te ajută să pregătești alt telefon.",
    missing: "Scrie codul.",
    problem: {
      wrong: "Codul nu e bun. Uită-te încă o dată în aplicație; setează ora telefonului pe automat.",
      used: "Codul acesta a fost folosit. Așteaptă până când aplicația arată altul.",
      expired: "Codul a expirat. Scrie-l pe cel care se vede acum.",
    },
    recoveryWrong: "Codul de rezervă nu e bun sau a fost deja folosit.",
    closed:
      "Prea multe coduri greșite. Mai încearcă peste {minutes, plural, one {un minut} few {# minute} other {# de minute}}. Dacă nu ai fost tu, cineva îți știe parola: spune-i administratorului.",
    changedMeanwhile:
      "Între timp s-a schimbat ceva: poate că telefonul nou e deja pregătit. Nu șterge nimic din aplicație, reîncarcă pagina și încearcă întâi un cod de pe el.",
    codes: {
      title: "Codurile tale de rezervă",
      why: "Dacă nu ai telefonul la tine, intri cu unul dintre ele. Fiecare merge o singură dată. Le vezi doar acum: tipărește-le sau copiază-le și păstrează-le în altă parte decât pe telefon.",
      copy: "Copiază",
      copied: "Copiate",
      notCopied: "Nu s-au putut copia. Selectează codurile și copiază-le.",
      print: "Tipărește",
      of: "Coduri de rezervă pentru {username}",
      read: "Le-am păstrat",
      unseenTitle: "Telefonul e pregătit",
      unseen:
        "Codurile de rezervă nu s-au văzut aici, iar ele se arată o singură dată. Dacă nu le ai, fă altele din contul tău, la „Codul din telefon”.",
      voidTitle: "Codurile acestea nu mai merg",
      void: "Între timp s-au făcut alte coduri de rezervă sau telefonul a fost scos. Uită-te în contul tău, la „Codul din telefon”.",
      goOn: "Mai departe",
    },
    own: {
      title: "Codul din telefon",
      none: "La următoarea autentificare cu parola îți pregătești telefonul.",
      since: "Pregătit {when}.",
      left: "{count, plural, =0 {Nu mai ai coduri de rezervă.} one {Mai ai un cod de rezervă.} few {Mai ai # coduri de rezervă.} other {Mai ai # de coduri de rezervă.}}",
      unseen: "Nu le-ai păstrat? Fă altele.",
      renew: "Coduri de rezervă noi",
      renewHint:
        "Codurile de rezervă vechi merg până spui că le-ai păstrat pe cele noi. Dacă nu apuci să le vezi pe cele noi, apasă încă o dată, cu același cod.",
      move: "Mută pe alt telefon",
      moveHint:
        "După ce confirmi un cod de pe telefonul nou, codurile de pe cel vechi nu mai merg. Unde ești conectat rămâi conectat: dacă telefonul e pierdut, deconectează-l mai jos, la „Dispozitivele tale”.",
      password: "Parola ta",
      passwordMissing: "Scrie parola.",
      passwordWrong: "Parola nu e corectă.",
      code: "Cod din aplicație sau de rezervă",
      goOn: "Mai departe",
      cancel: "Renunță",
    },
  },
} as const;

type TwoFactorWords = typeof ro;
declare module "../../state/shape.ts" {
  interface Words extends TwoFactorWords {}
}

import { type Kind, type ReadSetting, text } from "./settings.ts";

const sentence = (fallback: string): Kind<string> =>
  text("a sentence of at most 300 characters", fallback, (given) => given.length <= 300);

export function readTexts(read: ReadSetting) {
  return {
    /** WEB-7: shown on the sign-in page; explains who creates accounts here. */
    registerText: {
      ro: read(
        "REGISTER_TEXT_RO",
        sentence("Contul ți-l face cine se ocupă de ofertele tale. Cere-i utilizator și parolă."),
        "Sign-in page, Romanian: who creates accounts.",
      ),
      en: read(
        "REGISTER_TEXT_EN",
        sentence("Whoever handles your offers makes your account. Ask them for a username and password."),
        "Sign-in page, English: who creates accounts.",
      ),
    },
    /** WEB-7: shown on the sign-in page; explains what to do about a forgotten password. */
    forgottenPasswordText: {
      ro: read(
        "FORGOTTEN_PASSWORD_TEXT_RO",
        sentence("Parola nouă ți-o dă cine se ocupă de ofertele tale. Sună și cere-o."),
        "Sign-in page, Romanian: what to do about a forgotten password.",
      ),
      en: read(
        "FORGOTTEN_PASSWORD_TEXT_EN",
        sentence("Whoever handles your offers gives you a new password. Call and ask them for it."),
        "Sign-in page, English: what to do about a forgotten password.",
      ),
    },
  };
}

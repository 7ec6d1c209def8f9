import type { Said } from "../../language/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  twoFactor: {
    enrolTitle: "Set up the code on your phone",
    enrolWhy: "As well as your password, your account asks for a code from your phone. You set it up once.",
    preparing: "Preparing the code…",
    scan: "Open an authenticator app on your phone, such as Google Authenticator or Microsoft Authenticator, and scan the square.",
    qr: "QR code for the authenticator app",
    byHand: "If you cannot scan it, type this key into the app:",
    onPhone: "Are you on the phone right now? Open the app",
    code: "Code from the app",
    codeHint: "Six digits, which change every 30 seconds.",
    confirm: "Confirm the code",
    busy: "Checking…",
    giveTitle: "The code from your phone",
    giveWhy: "The password is right. Now enter the code that the authenticator app shows.",
    recoveryWhy: "The password is right. Now enter one of your recovery codes.",
    give: "Sign in",
    toRecovery: "I do not have my phone here",
    toCode: "I have my phone here",
    recovery: "Recovery code",
    recoveryHint: "One of the ten that you stored when you set up the phone. It works once.",
    lost: "Lost both the phone and the recovery codes? Tell your administrator, who helps you set up another phone.",
    missing: "Enter the code.",
    problem: {
      wrong: "The code is not right. Look at the app once more; set the phone's time to automatic.",
      used: "This code was used. Wait until the app shows another.",
      expired: "The code has expired. Enter the one that is shown now.",
    },
    recoveryWrong: "The recovery code is not right, or was used already.",
    closed:
      "Too many wrong codes. Try again in {minutes, plural, one {a minute} other {# minutes}}. If it was not you, somebody has your password: tell your administrator.",
    changedMeanwhile:
      "Something has changed meanwhile: the new phone may be set up already. Delete nothing in the app, load the page again, and try a code from it first.",
    codes: {
      title: "Your recovery codes",
      why: "Without your phone you sign in with one of them. Each works once. You see them only now: print or copy them, and store them somewhere other than your phone.",
      copy: "Copy",
      copied: "Copied",
      notCopied: "They could not be copied. Select the codes and copy them.",
      print: "Print",
      of: "Recovery codes for {username}",
      read: "I have stored them",
      unseenTitle: "The phone is set up",
      unseen:
        "Your recovery codes were not shown here, and they are shown only once. If you do not have them, make new ones in your account, under “The code from your phone”.",
      voidTitle: "These codes are not good any more",
      void: "Other recovery codes were made meanwhile, or the phone was removed. Look in your account, under “The code from your phone”.",
      goOn: "Go on",
    },
    own: {
      title: "The code from your phone",
      none: "You set up your phone the next time you sign in with your password.",
      since: "Set up {when}.",
      left: "{count, plural, =0 {You have no recovery codes left.} one {You have one recovery code left.} other {You have # recovery codes left.}}",
      unseen: "Never stored them? Make new ones.",
      renew: "New recovery codes",
      renewHint:
        "Your old recovery codes work until you say that you have stored the new ones. If you do not get to see those, press again, with the same code.",
      move: "Move to another phone",
      moveHint:
        "Once you confirm a code from the new phone, your old phone's codes stop working. Where you are signed in you stay signed in: if the phone is lost, sign it out below, under “Your devices”.",
      password: "Your password",
      passwordMissing: "Enter your password.",
      passwordWrong: "The password is not correct.",
      code: "Code from the app, or a recovery code",
      goOn: "Go on",
      cancel: "Cancel",
    },
  },
};

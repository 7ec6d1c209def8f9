import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  signIn: {
    title: "Sign in",
    erpTitle: "ERP sign-in",
    username: "Username",
    password: "Password",
    showPassword: "Show password",
    hidePassword: "Hide password",
    submit: "Sign in",
    submitting: "Checking…",
    usernameMissing: "Enter your username.",
    passwordMissing: "Enter your password.",
    toErp: "Working in the ERP? Sign in here",
    toCustomers: "Customer or agent? Sign in here",
    erpHint: "Working in the ERP? Go to",
    forgotten: "Forgotten your password?",
    passwordHint: "At least {min} characters.",
    choosePassword: "Choose your password",
    register: "Register",
    toSignIn: "Back to sign-in",
    demoTitle: "Demo accounts",
    demoHint: "Pick one and you are in. Every password is “demo”.",
    signedOutElsewhere: "You signed out in another tab.",
    sessionEnded: "Your session has expired. Sign in again.",
  },
  logout: {
    title: "Sign out?",
    signedInAs: "Signed in as",
    stay: "Stay",
    leave: "Sign out",
    leaving: "Signing out…",
  },
  unsent: {
    count:
      "{count, plural, =0 {Everything has been sent.} one {# message has not been sent yet.} other {# messages have not been sent yet.}}",
    title: "Unsent messages",
    hint: "If you keep them, they stay on this device; when you sign in again, those that were not refused are sent. Nobody else sees here what you wrote.",
    draftsToo: "Deleting takes your drafts as well.",
    draftsTitle: "Unsent drafts",
    drafts: "{count, plural, one {You have a draft on this device.} other {You have # drafts on this device.}}",
    draftsHint: "What you keep is here when you sign in again. Nobody else sees it.",
    stay: "Stay",
    keep: "Sign out and keep them",
    remove: "Sign out and delete them",
  },
};

import type { Said } from "../state/said.ts";
import type { ro } from "./room-ro.ts";

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
    register: "Register",
    toSignIn: "Back to sign-in",
    demoTitle: "Demo accounts",
    demoHint:
      "Pick one and you are in; every password is “demo”. Sign in as somebody else in a private window and write to each other.",
    demoTry: {
      ana: "Accept the parts of offer 10002.",
      mihai: "Send a photo to offer 10006.",
      elena: "Ask for one more part in offer 10010.",
      radu: "Answer Ana in offer 10001: she is waiting.",
      ioana: "Take over a conversation that is nobody's.",
      admin: "See the people and the audit log.",
      mia: "Search for code 624 3477 33.",
      vlad: "Add a colleague to a conversation.",
    },
  },
};

import type { Said } from "../language/said.ts";
import type { ro } from "./ro.ts";

export const en: Said<typeof ro> = {
  account: {
    title: "Your account",
    languageHint: "Changes on all your devices.",
    password: {
      title: "Change password",
      current: "Current password",
      next: "New password",
      hint: "At least {min} characters. Your other devices are signed out.",
      show: "Show passwords",
      hide: "Hide passwords",
      submit: "Change password",
      busy: "Changing…",
      currentMissing: "Enter your current password.",
      tooShort: "Enter at least {min} characters.",
      tooLong: "The password is too long.",
      wrong: "The current password is not correct.",
      notTaken: "This password cannot be used.",
      done: "Password changed. Your other devices were signed out.",
      inDoubt: "The server did not answer. The password may have changed: try the new one first.",
    },
  },
};

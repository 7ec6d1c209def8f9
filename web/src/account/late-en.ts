import type { Said } from "../state/said.ts";
import type { ro } from "./late-ro.ts";

export const en: Said<typeof ro> = {
  devices: {
    title: "Your devices",
    current: "this device",
    used: "used {when}",
    usedToday: "used today, {when}",
    program: "{browser} on {system}",
    unknown: "Unknown device",
    otherBrowser: "another browser",
    otherSystem: "another system",
    loading: "Loading devices…",
    failed: "The devices did not load",
    none: "You are not signed in on any other device.",
    end: "Sign out",
    endLabel: "Sign out {device}",
    ending: "Signing out…",
  },
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

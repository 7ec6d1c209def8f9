import type { ro as shownRo } from "./shown/late-ro.ts";
import type { ro as lateRo } from "./late-ro.ts";

export const ro = {
  notifications: {
    title: "Notificări",
    alerts: {
      notAllowed: "Browserul nu are voie să arate notificări.",
      notAsked: "Browserul nu a putut întreba dacă permiți notificările.",
      refused: "Serverul nu a acceptat browserul acesta: notificările vin doar cu pagina deschisă.",
      notReached: "Serverul nu a răspuns: până răspunde, notificările vin doar cu pagina deschisă.",
      failed: "Serviciul de notificări al browserului nu merge: notificările vin doar cu pagina deschisă.",
    },
  },
} as const;

type NotificationsWords = typeof ro & typeof shownRo & typeof lateRo;
declare module "../state/shape.ts" {
  interface Words extends NotificationsWords {}
}
